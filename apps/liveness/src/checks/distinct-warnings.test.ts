import { expect, it } from 'vitest';
import { distinctWarnings } from './distinct-warnings.ts';

it('keeps the first of equal warnings, texts and objects alike, in their order', () => {
  const warnings = [
    'blur',
    { code: 'dark', frame: 3 },
    'blur',
    { code: 'dark', frame: 3 },
    { code: 'dark', frame: 4 },
  ];
  expect(distinctWarnings(warnings)).toEqual([
    'blur',
    { code: 'dark', frame: 3 },
    { code: 'dark', frame: 4 },
  ]);
});

it('is null when no warning was sent', () => {
  expect(distinctWarnings(undefined)).toBeNull();
  expect(distinctWarnings([])).toBeNull();
});

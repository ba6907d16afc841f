import { expect, it } from 'vitest';
import { area, counted, milliseconds, percent, percentInterval, plural, speciesName } from './format.ts';

it('writes figures the way the report shows them', () => {
  expect(percent(0.0425)).toBe('4.3\u00A0%');
  expect(area(0.98765)).toBe('0.988');
  expect(percentInterval({ low: 0.021, high: 0.064 })).toBe('2.1–6.4\u00A0%');
  expect(percentInterval(null)).toBe('');
  expect(counted({ errors: 3, total: 48, value: 3 / 48 })).toBe('3 of 48');
  expect(milliseconds(7.44)).toBe('7.4\u00A0ms');
  expect(milliseconds(181.6)).toBe('182\u00A0ms');
  expect(plural(1, 'frame')).toBe('1 frame');
  expect(plural(0, 'frame')).toBe('0 frames');
  expect(speciesName('face_swap')).toBe('face swap');
});

import { expect, it } from 'vitest';
import { requireShortJson } from './short-json.ts';

it('takes what a client reasonably sends, and nothing at all', () => {
  expect(() => requireShortJson('metadata', { interview: 'a'.repeat(60_000) })).not.toThrow();
  expect(() => requireShortJson('metadata', undefined)).not.toThrow();
});

it('refuses JSON that is no description any more, naming the field', () => {
  expect(() => requireShortJson('warnings', ['x'.repeat(70_000)])).toThrow(
    expect.objectContaining({ code: 'validation_error', message: expect.stringContaining('warnings') }),
  );
});

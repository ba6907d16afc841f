import { expect, it } from 'vitest';
import { randomId } from './ids.ts';

it('makes another UUID at each call', () => {
  const ids = new Set(Array.from({ length: 100 }, randomId));

  expect(ids.size).toBe(100);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

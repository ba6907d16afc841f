import { expect, it } from 'vitest';
import { quantile } from './quantile.ts';

it.each([
  [0, 0.1],
  [0.025, 0.13],
  [0.3, 0.41],
  [0.5, 0.45],
  [0.975, 1.62],
  [1, 1.7],
])('gives numpy’s quantile at %d', (share, golden) => {
  expect(quantile([0.1, 0.4, 0.45, 0.9, 1.7], share)).toBeCloseTo(golden, 14);
});

it('refuses an empty list', () => {
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});

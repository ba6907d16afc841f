import { expect, it } from 'vitest';
import { histogram } from './histogram.ts';

it('gives the shares of numpy’s histogram, 1 falling into the last bin', () => {
  const scores = [0, 0.05, 0.1, 0.19999, 0.5, 0.95, 1, 1];
  expect(histogram(scores, 10)).toEqual([0.25, 0.25, 0, 0, 0, 0.125, 0, 0, 0, 0.375]);
});

it('is all zero for no scores', () => {
  expect(histogram([], 3)).toEqual([0, 0, 0]);
});

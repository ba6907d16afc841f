import { expect, it } from 'vitest';
import { rankCorrelation } from './correlation.ts';

it('is 1 for any growing relation and -1 for any falling one', () => {
  expect(rankCorrelation([1, 2, 3, 4], [1, 10, 100, 1000])).toBeCloseTo(1);
  expect(rankCorrelation([1, 2, 3, 4], [5, 4, 2, -7])).toBeCloseTo(-1);
});

it('shares ranks among ties', () => {
  // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3: 4.5 / sqrt(4.5 * 5).
  expect(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5));
});

it('says nothing of a constant or of two pairs', () => {
  expect(rankCorrelation([1, 1, 1], [1, 2, 3])).toBeUndefined();
  expect(rankCorrelation([1, 2], [1, 2])).toBeUndefined();
});

import { expect, it } from 'vitest';
import { channelStatistics } from './layer-statistics.ts';
import { classLogOdds } from './pad-net.ts';

it('log-odds of a class are its softmax probability against the rest', () => {
  // softmax([1, 2, 3]) = [0.0900, 0.2447, 0.6652]; log(0.2447 / 0.7553)
  expect(classLogOdds(Float32Array.of(1, 2, 3), 1)).toBeCloseTo(-1.12693, 4);
});

it('log-odds do not overflow on logits far apart', () => {
  expect(classLogOdds(Float32Array.of(900, -900, 0), 0)).toBe(900);
});

it('channel statistics are the mean and population deviation of each plane, means first', () => {
  const map = Float32Array.of(1, 3, 1, 3, 5, 5, 5, 5);
  expect(Array.from(channelStatistics([{ map, channels: 2 }]))).toEqual([2, 5, 1, 0]);
});

import { expect, it } from 'vitest';
import { speedOf } from './speed.ts';

it('gives median, 95th percentile and the mean of a frame', () => {
  const durations = [100, 120, 140, 160, 480];
  const attempts = durations.map((durationMs) => ({ durationMs, frames: 10 }));
  expect(speedOf(attempts, 2)).toEqual({
    workers: 2,
    msPerAttemptMedian: 140,
    msPerAttemptP95: expect.closeTo(416, 9),
    msPerFrameMean: 20,
  });
});

it('is null without attempts', () => {
  expect(speedOf([], 2)).toBeNull();
});

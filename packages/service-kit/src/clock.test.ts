import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { createManualClock } from './testing/manual-clock.ts';

it('the system clock shows the present and never goes back', () => {
  const [before, first, second] = [Date.now(), systemClock.monotonicMs(), systemClock.monotonicMs()];

  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before);
  expect(second).toBeGreaterThanOrEqual(first);
});

it('a manual clock moves only when it is told to', () => {
  const clock = createManualClock(new Date('2026-01-01T00:00:00Z'));
  clock.advance(1_500);

  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:01.500Z'));
  expect(clock.monotonicMs()).toBe(1_500);
});

import type { Clock } from '../clock.ts';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** Creates a clock that shows the given moment. */
export function createManualClock(start: Date): ManualClock {
  let elapsedMs = 0;
  return {
    now: () => new Date(start.getTime() + elapsedMs),
    monotonicMs: () => elapsedMs,
    advance: (ms) => {
      elapsedMs += ms;
    },
  };
}

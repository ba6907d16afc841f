import type { Clock } from '@vivant/service-kit/clock';
import { createManualClock } from '@vivant/service-kit/testing/manual-clock';
import type { Timers } from '../timers.ts';

/** A clock and timers that stand still until they are told to move. */
export interface ManualTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Timers that wait. */
  readonly waiting: number;
  /** Moves on and calls what falls due, in order. */
  advance(ms: number): void;
}

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** Creates a time that shows the given moment. */
export function createManualTime(start = new Date('2026-01-01T00:00:00Z')): ManualTime {
  const clock = createManualClock(start);
  const timers = new Set<Timer>();
  const nextDue = (untilMs: number): Timer | undefined =>
    [...timers].filter(({ dueMs }) => dueMs <= untilMs).toSorted((a, b) => a.dueMs - b.dueMs)[0];
  return {
    clock,
    timers: {
      after(ms, callback) {
        const timer = { dueMs: clock.monotonicMs() + ms, callback };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    get waiting() {
      return timers.size;
    },
    advance(ms) {
      const endMs = clock.monotonicMs() + ms;
      for (let timer = nextDue(endMs); timer !== undefined; timer = nextDue(endMs)) {
        timers.delete(timer);
        clock.advance(timer.dueMs - clock.monotonicMs());
        timer.callback();
      }
      clock.advance(endMs - clock.monotonicMs());
    },
  };
}

import type { Runtime } from '../runtime.ts';

/** A runtime whose pauses take no time and are written down. */
export interface TestRuntime extends Runtime {
  readonly pauses: number[];
}

/** Makes a runtime whose clock stands still but for its pauses; jitter adds nothing. */
export function createTestRuntime(): TestRuntime {
  const pauses: number[] = [];
  let now = Date.parse('2026-11-20T10:00:00Z');
  let ids = 0;
  return {
    pauses,
    now: () => now,
    random: () => 1,
    newId: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    async pause(milliseconds, signal) {
      signal?.throwIfAborted();
      pauses.push(milliseconds);
      now += milliseconds;
    },
  };
}

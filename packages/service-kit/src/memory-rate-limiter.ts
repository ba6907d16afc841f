import type { Clock } from './clock.ts';
import type { RateLimiter } from './rate-limiter.ts';

interface Window {
  count: number;
  readonly endsMs: number;
}

/** Past windows are dropped when this many keys are known, so that memory follows the callers of one window. */
const SWEEP_FROM_KEYS = 1_000;

/** Counts in this process. */
export function createMemoryRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, Window>();
  let sweepFrom = SWEEP_FROM_KEYS;

  function sweep(nowMs: number): void {
    for (const [key, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(key);
    sweepFrom = Math.max(SWEEP_FROM_KEYS, 2 * windows.size);
  }

  return {
    async take(key, { requests, windowSeconds }) {
      const nowMs = clock.monotonicMs();
      const known = windows.get(key);
      const window =
        known && known.endsMs > nowMs ? known : { count: 0, endsMs: nowMs + windowSeconds * 1000 };
      window.count += 1;
      windows.set(key, window);
      if (windows.size > sweepFrom) sweep(nowMs);
      return {
        allowed: window.count <= requests,
        remaining: Math.max(0, requests - window.count),
        resetAfterMs: window.endsMs - nowMs,
      };
    },
  };
}

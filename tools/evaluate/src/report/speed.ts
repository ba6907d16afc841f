import { quantile } from '../metrics/quantile.ts';
import type { Speed } from './report.ts';

/** Times of judged attempts; null when there is none. */
export function speedOf(
  attempts: readonly { readonly durationMs: number; readonly frames: number }[],
  workers: number,
): Speed | null {
  if (attempts.length === 0) return null;
  const ascending = Float64Array.from(attempts, (attempt) => attempt.durationMs).sort();
  const frames = attempts.reduce((sum, attempt) => sum + attempt.frames, 0);
  const totalMs = ascending.reduce((sum, durationMs) => sum + durationMs, 0);
  return {
    workers,
    msPerAttemptMedian: quantile(ascending, 0.5),
    msPerAttemptP95: quantile(ascending, 0.95),
    msPerFrameMean: totalMs / frames,
  };
}

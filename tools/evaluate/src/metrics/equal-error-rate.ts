import { operatingPoints } from './operating-points.ts';
import type { ScoredAttempt } from './scored-attempt.ts';

/**
 * Error rate at which APCER equals BPCER, with the two nearest operating points joined by a straight line
 * (the crossing of the ROC polygon with the anti-diagonal). Species are pooled. Undefined when either class
 * is missing.
 */
export function equalErrorRate(attempts: readonly ScoredAttempt[]): number | undefined {
  const points = operatingPoints(attempts);
  const crossing = points.findIndex((point) => point.bpcer >= point.apcer);
  const after = points[crossing];
  const before = points[crossing - 1];
  if (after === undefined || before === undefined) return undefined;
  const gapBefore = before.apcer - before.bpcer;
  const gapAfter = after.apcer - after.bpcer;
  const share = gapBefore / (gapBefore - gapAfter);
  return before.apcer + share * (after.apcer - before.apcer);
}

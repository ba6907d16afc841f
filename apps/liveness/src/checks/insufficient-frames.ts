import type { RejectionCounts } from '@vivant/engine/check';
import { ApiError } from '@vivant/service-kit/api-error';

/** The refusal of a capture with fewer frames than its model needs. */
export function tooFewFrames(framesRequired: number, framesReceived: number): ApiError {
  return new ApiError(
    'insufficient_frames',
    `The model requires ${framesRequired} frames; ${framesReceived} received.`,
  );
}

/** The refusal of a capture in which too few frames show one usable face; says how many failed for which reason. */
export function tooFewUsableFrames(counts: {
  framesRequired: number;
  framesReceived: number;
  framesUsable: number;
  rejections: RejectionCounts;
}): ApiError {
  const reasons = Object.entries(counts.rejections)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason} ${count}`);
  return new ApiError(
    'insufficient_frames',
    `The model requires ${counts.framesRequired} frames with one usable face; ` +
      `${counts.framesUsable} of ${counts.framesReceived} received are usable. ` +
      `Rejected: ${reasons.join(', ') || 'none'}.`,
  );
}

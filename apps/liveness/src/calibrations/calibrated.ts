import type { Diagnostics, Verdict } from '@vivant/engine/check';
import { verdictOf } from '@vivant/engine/fusion/calibrate';
import { moveScore } from '@vivant/engine/fusion/tenant-calibration';

/** What became of the calibration of an organization. */
export interface CalibrationNote {
  /** `outdated`: it was measured on other coefficients of the model, and was left out. */
  readonly state: 'applied' | 'outdated';
  /** Log-odds that were added to the score. */
  readonly offset: number;
}

/** The numbers behind a verdict, with what the organization's own calibration did to it. */
export interface CheckDiagnostics extends Diagnostics {
  /** Absent when there is no calibration. */
  readonly calibration?: CalibrationNote;
}

/** The part of a judgement that a calibration may change. */
export interface Scored {
  readonly verdict: Verdict;
  /** 0..1. */
  readonly realScore: number;
  readonly diagnostics: CheckDiagnostics;
}

/** Named as the reason of a verdict that would have been the other one without the calibration. */
export const CALIBRATION_REASON = 'calibration';

/** Moves a score by an offset in log-odds; the threshold stays, so the verdict may change. */
export function applyOffset({ verdict: before, realScore, diagnostics }: Scored, offset: number): Scored {
  // Through log-odds and back a score may miss itself by a bit, and the threshold with it.
  const moved = offset === 0 ? realScore : moveScore(realScore, offset);
  const verdict = verdictOf(moved);
  // The other reasons speak for a verdict that does not stand any more.
  const reasons = verdict === before ? diagnostics.reasons : [CALIBRATION_REASON];
  return {
    verdict,
    realScore: moved,
    diagnostics: { ...diagnostics, reasons, calibration: { state: 'applied', offset } },
  };
}

import type { Verdict } from '../check.ts';
import { sigmoid } from '../numeric/logistic.ts';

/** `real_score` from which a capture is called live; fixed by the contract, met by calibrating each model. */
export const OPERATING_THRESHOLD = 0.65;

/** Platt scaling (Platt 1999): log-odds to a probability of bona fide, 0..1. */
export function calibrate(logOdds: number, calibration: { slope: number; intercept: number }): number {
  return sigmoid(calibration.slope * logOdds + calibration.intercept);
}

/** Verdict at the operating threshold. */
export function verdictOf(realScore: number): Verdict {
  return realScore >= OPERATING_THRESHOLD ? 'live' : 'fake';
}

import type { FusionCoefficients } from './coefficients.ts';

/** Fused log-odds of a frame and what each signal added; positive speaks for bona fide. */
export interface FrameEvidence {
  readonly logOdds: number;
  /** One number a signal, in the order of the coefficients' `signals`. */
  readonly contributions: readonly number[];
}

/**
 * Fuses the features of one frame.
 * @param features all signals' features one after the other
 * @param widths number of features of each signal
 */
export function fuseFrame(
  coefficients: FusionCoefficients,
  features: Float32Array,
  widths: readonly number[],
): FrameEvidence {
  const { mean, deviation, weight, clip, intercept } = coefficients;
  const contributions: number[] = [];
  let at = 0;
  for (const width of widths) {
    let sum = 0;
    for (const end = at + width; at < end; at++) {
      const standardised = (features[at]! - mean[at]!) / deviation[at]!;
      sum += weight[at]! * Math.min(Math.max(standardised, -clip), clip);
    }
    contributions.push(sum);
  }
  return { logOdds: contributions.reduce((a, b) => a + b, intercept), contributions };
}

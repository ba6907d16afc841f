import type { FusionCoefficients } from './coefficients.ts';

/** Fused log-odds of a frame and what each signal added; positive speaks for bona fide. */
export interface FrameEvidence {
  readonly logOdds: number;
  /** One number a signal, in the order of the coefficients' `signals`. */
  readonly contributions: readonly number[];
  /** What each objection took, zero or negative; no part of the contributions. */
  readonly objections: readonly number[];
  /** What each endorsement gave, zero or positive; no part of the contributions. */
  readonly endorsements: readonly number[];
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
  const { mean, deviation, weight, clip, intercept, objections, endorsements } = coefficients;
  const evidence = features.map((value, at) => {
    const standardised = (value - mean[at]!) / deviation[at]!;
    return weight[at]! * Math.min(Math.max(standardised, -clip), clip);
  });
  const taken = objections.map(({ feature, below, weight: strength }) =>
    Math.min(strength * (features[feature]! - below), 0),
  );
  const given = endorsements.map(({ features: agreeing, weight: strength, most }) => {
    const least = Math.min(...agreeing.map(({ feature, above }) => features[feature]! - above));
    return strength * Math.min(Math.max(least, 0), most);
  });
  let at = 0;
  const contributions = widths.map((width) => sum(evidence.slice(at, (at += width))));
  const logOdds = [...contributions, ...taken, ...given].reduce((a, b) => a + b, intercept);
  return { logOdds, contributions, objections: taken, endorsements: given };
}

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Coefficients of the rational approximation, central and tail region (P. J. Acklam 2003). */
const CENTRAL_TOP = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
];
const CENTRAL_BOTTOM = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
];
const TAIL_TOP = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_BOTTOM = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
const TAIL_FROM = 0.02425;

/**
 * Standard normal quantile of a probability, to a relative error of 1.2e-9: the scale of a DET plot's axes.
 * 0 and 1 map to the infinities. @throws RangeError outside 0..1
 */
export function probit(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError('A probability lies between 0 and 1.');
  if (probability === 0 || probability === 1) return probability === 0 ? -Infinity : Infinity;
  if (probability > 1 - TAIL_FROM) return -probit(1 - probability);
  if (probability < TAIL_FROM) {
    const distance = Math.sqrt(-2 * Math.log(probability));
    return polynomial(TAIL_TOP, distance) / polynomial(TAIL_BOTTOM, distance);
  }
  const offset = probability - 0.5;
  const square = offset * offset;
  return (offset * polynomial(CENTRAL_TOP, square)) / polynomial(CENTRAL_BOTTOM, square);
}

/** Horner's rule, highest power first. */
function polynomial(coefficients: readonly number[], at: number): number {
  return coefficients.reduce((sum, coefficient) => sum * at + coefficient, 0);
}

/** Weighted centre and spread of every feature. */
export interface Standardisation {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/** Below this a feature is constant in the training set and stays silent. */
const DEVIATION_MIN = 1e-6;

/** Weighted mean and standard deviation of every feature; rows and weights run in parallel. */
export function measureSpread(rows: readonly Float32Array[], weights: readonly number[]): Standardisation {
  const size = rows[0]?.length ?? 0;
  const total = weights.reduce((a, b) => a + b, 0);
  const mean = new Float64Array(size);
  const deviation = new Float64Array(size);
  rows.forEach((row, r) => {
    for (let i = 0; i < size; i++) mean[i]! += (weights[r]! / total) * row[i]!;
  });
  rows.forEach((row, r) => {
    for (let i = 0; i < size; i++) deviation[i]! += (weights[r]! / total) * (row[i]! - mean[i]!) ** 2;
  });
  return { mean, deviation: deviation.map((variance) => Math.max(Math.sqrt(variance), DEVIATION_MIN)) };
}

/** Standardises one row and cuts it at `clip` deviations. */
export function standardise(
  row: Float32Array,
  { mean, deviation }: Standardisation,
  clip: number,
): Float32Array {
  return row.map((x, i) => Math.min(Math.max((x - mean[i]!) / deviation[i]!, -clip), clip));
}

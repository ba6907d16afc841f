import { minimise } from './minimise.ts';

/** One training example; `features` are standardised already. */
export interface Example {
  readonly features: Float32Array | Float64Array;
  readonly bonaFide: boolean;
  /** Relative weight; only ratios matter. */
  readonly weight: number;
}

/** `logOdds = intercept + weights . features` */
export interface LinearModel {
  readonly weights: Float64Array;
  readonly intercept: number;
}

/**
 * Fits a weighted logistic regression: mean log-loss plus `penalty / 2 * |weights|^2`; the intercept is free.
 * Convex, so the result depends on nothing but the data; a start near it saves time.
 */
export function fitLogisticRegression(
  examples: readonly Example[],
  penalty: number,
  start?: LinearModel,
): LinearModel {
  const size = examples[0]?.features.length ?? 0;
  const first = new Float64Array(size + 1);
  if (start) first.set([...start.weights, start.intercept]);
  const totalWeight = examples.reduce((sum, example) => sum + example.weight, 0);
  const solution = minimise((point) => {
    const gradient = new Float64Array(size + 1);
    let value = 0;
    for (const { features, bonaFide, weight } of examples) {
      let logOdds = point[size]!;
      for (let i = 0; i < size; i++) logOdds += point[i]! * features[i]!;
      const margin = bonaFide ? logOdds : -logOdds;
      const share = weight / totalWeight;
      value += share * softplus(-margin);
      const slope = ((bonaFide ? -1 : 1) * share) / (1 + Math.exp(margin));
      for (let i = 0; i < size; i++) gradient[i]! += slope * features[i]!;
      gradient[size]! += slope;
    }
    for (let i = 0; i < size; i++) {
      value += (penalty / 2) * point[i]! * point[i]!;
      gradient[i]! += penalty * point[i]!;
    }
    return { value, gradient };
  }, first);
  return { weights: solution.slice(0, size), intercept: solution[size]! };
}

/** `log(1 + exp(x))` without overflow. */
function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}

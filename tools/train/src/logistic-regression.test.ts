import { describe, expect, it } from 'vitest';
import { fitLogisticRegression } from './logistic-regression.ts';

const POINTS = [
  [0.5, 1.2, true],
  [1.5, 0.3, true],
  [2.1, -0.4, true],
  [-0.2, 0.8, true],
  [-1, -0.5, false],
  [0.1, -1.1, false],
  [-1.7, 0.4, false],
  [0.9, 0.2, false],
] as const;

const EXAMPLES = POINTS.map(([x, y, bonaFide]) => ({ features: Float64Array.of(x, y), bonaFide, weight: 1 }));

// scikit-learn 1.2.1, lbfgs, tol 1e-10.
const SKLEARN = { weights: [0.901869, 0.918385], intercept: -0.401492 } as const;

describe('fitLogisticRegression', () => {
  it('finds the optimum that scikit-learn finds', () => {
    // LogisticRegression(C=1/(0.1*8)).fit(...): the penalty here is relative to the mean loss of 8 examples.
    const { weights, intercept } = fitLogisticRegression(EXAMPLES, 0.1);
    expect(weights[0]).toBeCloseTo(SKLEARN.weights[0], 4);
    expect(weights[1]).toBeCloseTo(SKLEARN.weights[1], 4);
    expect(intercept).toBeCloseTo(SKLEARN.intercept, 4);
  });

  it('treats a weight of two as the example twice', () => {
    const twice = fitLogisticRegression([...EXAMPLES, EXAMPLES[0]!], 0.1);
    const weighted = fitLogisticRegression(
      EXAMPLES.map((example, at) => (at === 0 ? { ...example, weight: 2 } : example)),
      0.1,
    );
    expect(weighted.weights[0]).toBeCloseTo(twice.weights[0]!, 6);
    expect(weighted.intercept).toBeCloseTo(twice.intercept, 6);
  });

  it('shrinks the weights with the penalty and leaves the intercept free', () => {
    const { weights, intercept } = fitLogisticRegression(EXAMPLES.slice(0, 6), 1e6);
    expect(Math.hypot(...weights)).toBeLessThan(1e-5);
    expect(intercept).toBeCloseTo(Math.log(4 / 2), 4);
  });
});

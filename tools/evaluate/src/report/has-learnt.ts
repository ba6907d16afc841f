import type { EvaluationReport, ModelReport } from './report.ts';

/** Whether a model was fitted on this very data set: coefficients carry the beginning of its version. */
export function hasLearnt({ dataset }: EvaluationReport, { coefficientsVersion }: ModelReport): boolean {
  return dataset.version.startsWith(coefficientsVersion);
}

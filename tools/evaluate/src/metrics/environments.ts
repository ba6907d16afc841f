import { auc } from './auc.ts';
import { equalErrorRate } from './equal-error-rate.ts';
import { apcerBySpecies, bpcer, type Rate } from './error-rates.ts';
import type { ScoredAttempt } from './scored-attempt.ts';

/** How a model does in one environment; what was not tested there is absent. */
export interface EnvironmentFigures {
  readonly environment: string;
  readonly subjects: number;
  readonly apcer: Readonly<Record<string, Rate>>;
  readonly bpcer?: Rate;
  readonly auc?: number;
  readonly eer?: number;
}

/** One row for each environment, in the order of the names, at a fixed threshold. */
export function byEnvironment(
  attempts: readonly ScoredAttempt[],
  threshold: number,
): readonly EnvironmentFigures[] {
  const names = [...new Set(attempts.map((attempt) => attempt.environment))].sort();
  return names.map((environment) => {
    const inside = attempts.filter((attempt) => attempt.environment === environment);
    const bonaFideErrors = bpcer(inside, threshold);
    const area = auc(inside);
    const equal = equalErrorRate(inside);
    return {
      environment,
      subjects: new Set(inside.map((attempt) => attempt.subject)).size,
      apcer: apcerBySpecies(inside, threshold),
      ...(bonaFideErrors && { bpcer: bonaFideErrors }),
      ...(area !== undefined && { auc: area }),
      ...(equal !== undefined && { eer: equal }),
    };
  });
}

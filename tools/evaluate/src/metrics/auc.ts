import { type ScoredAttempt, sortedScores } from './scored-attempt.ts';

/**
 * Area under the ROC curve as the Mann-Whitney statistic: the probability that a random bona fide attempt
 * scores above a random attack, ties counting half. Undefined when either class is missing.
 */
export function auc(attempts: readonly ScoredAttempt[]): number | undefined {
  const attacks = sortedScores(attempts, (attempt) => !attempt.bonaFide);
  const bonaFide = sortedScores(attempts, (attempt) => attempt.bonaFide);
  if (attacks.length === 0 || bonaFide.length === 0) return undefined;
  let below = 0;
  let notAbove = 0;
  let wins = 0;
  for (const score of bonaFide) {
    while (below < attacks.length && attacks[below]! < score) below += 1;
    while (notAbove < attacks.length && attacks[notAbove]! <= score) notAbove += 1;
    wins += (below + notAbove) / 2;
  }
  return wins / (attacks.length * bonaFide.length);
}

import { type ScoredAttempt, sortedScores } from './scored-attempt.ts';

/** What one threshold costs. Rates are fractions 0..1. */
export interface OperatingPoint {
  /** Scores from here up are called live; `Infinity` calls nothing live. */
  readonly threshold: number;
  /** Share of the attacks called live; a ROC's false positive rate. */
  readonly apcer: number;
  /** Share of the bona fide called fake; 1 - a ROC's true positive rate. */
  readonly bpcer: number;
}

/**
 * Every operating point that the scores can tell apart, from "all live" to "all fake": one for each distinct
 * score (equal scores move together) and one above all of them. Attacks of all species are pooled.
 * Empty when either class is missing.
 */
export function operatingPoints(attempts: readonly ScoredAttempt[]): readonly OperatingPoint[] {
  const attacks = sortedScores(attempts, (attempt) => !attempt.bonaFide);
  const bonaFide = sortedScores(attempts, (attempt) => attempt.bonaFide);
  if (attacks.length === 0 || bonaFide.length === 0) return [];
  const points: OperatingPoint[] = [];
  let attacksBelow = 0;
  let bonaFideBelow = 0;
  for (;;) {
    const threshold = Math.min(attacks[attacksBelow] ?? Infinity, bonaFide[bonaFideBelow] ?? Infinity);
    points.push({
      threshold,
      apcer: (attacks.length - attacksBelow) / attacks.length,
      bpcer: bonaFideBelow / bonaFide.length,
    });
    if (threshold === Infinity) return points;
    while (attacks[attacksBelow] === threshold) attacksBelow += 1;
    while (bonaFide[bonaFideBelow] === threshold) bonaFideBelow += 1;
  }
}

/**
 * One judged attempt: all that the metrics need to know of it. A higher score means more bona fide, and
 * an attempt is called live when `score >= threshold`.
 */
export interface ScoredAttempt {
  readonly score: number;
  readonly bonaFide: boolean;
  /** PAI species (`screen`, `print`...); empty for bona fide. */
  readonly species: string;
  /** Room, camera and light: the unit that is resampled for intervals. */
  readonly environment: string;
  readonly subject: string;
}

/** Scores of the attempts that `keep` accepts, ascending. @throws RangeError on a score that is not finite */
export function sortedScores(
  attempts: readonly ScoredAttempt[],
  keep: (attempt: ScoredAttempt) => boolean,
): Float64Array {
  const scores = Float64Array.from(attempts.filter(keep), (attempt) => attempt.score);
  if (!scores.every(Number.isFinite)) throw new RangeError('A score is not a finite number.');
  return scores.sort();
}

/** The distinct PAI species among the attempts, in alphabetical order. */
export function speciesOf(attempts: readonly ScoredAttempt[]): readonly string[] {
  const attacks = attempts.filter((attempt) => !attempt.bonaFide);
  return [...new Set(attacks.map((attempt) => attempt.species))].sort();
}

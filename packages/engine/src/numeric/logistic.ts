/** Scores nearer to 0 or 1 are not told apart. */
const SCORE_MARGIN = 1e-6;

/** Log-odds of a score, 0..1; finite at its ends too. */
export function logit(score: number): number {
  const clamped = Math.min(Math.max(score, SCORE_MARGIN), 1 - SCORE_MARGIN);
  return Math.log(clamped / (1 - clamped));
}

/** The score, 0..1, of log-odds. */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The risk bands, from the least to the most likely live. */
export const RISK_BANDS = ['VERY LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY HIGH'] as const;

/** The band of a score. */
export type RiskBand = (typeof RISK_BANDS)[number];

/** The two verdicts. */
export const VERDICTS = ['live', 'fake'] as const;

/** What the service decided. */
export type Verdict = (typeof VERDICTS)[number];

/** The lowest score, in percent, that is judged `live`. */
export const LIVE_SCORE_MIN = 65;

/** The verdict for an unrounded score of 0 to 100; throws a RangeError outside of it. */
export function verdictOf(score: number): Verdict {
  assertScore(score);
  return score >= LIVE_SCORE_MIN ? 'live' : 'fake';
}

/** The band for an unrounded score of 0 to 100; throws a RangeError outside of it. */
export function riskBandOf(score: number): RiskBand {
  assertScore(score);
  if (score < 35) return 'VERY LOW';
  if (score < 50) return 'LOW';
  if (score < LIVE_SCORE_MIN) return 'MEDIUM';
  if (score < 80) return 'HIGH';
  return 'VERY HIGH';
}

function assertScore(score: number): void {
  if (!(score >= 0 && score <= 100)) throw new RangeError(`A score lies between 0 and 100, not at ${score}`);
}

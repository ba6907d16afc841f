import { LIVE_SCORE_MIN, type RiskBand, riskBandOf } from '@vivant/contract/risk-band';

const BANDS: Readonly<Record<RiskBand, string>> = {
  'VERY LOW': 'Very unlikely to be a live person',
  LOW: 'Unlikely to be a live person',
  MEDIUM: 'Not certain enough to be called live',
  HIGH: 'Likely a live person',
  'VERY HIGH': 'Very likely a live person',
};

/** The band of a score and what it means. */
export function scoreWording(score: number): { readonly band: RiskBand; readonly meaning: string } {
  const band = riskBandOf(score);
  return {
    band,
    meaning: `${BANDS[band]}: ${formatScore(score)} of 100, live from ${LIVE_SCORE_MIN}.`,
  };
}

/** A score for people, rounded down so that 64.9 never looks like a live 65. */
export function formatScore(score: number): string {
  return String(Math.floor(score));
}

/** The verdict as a word. */
export function verdictWording(verdict: 'live' | 'fake'): string {
  return verdict === 'live' ? 'Live' : 'Fake';
}

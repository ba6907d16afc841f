import { type ScoredAttempt, sortedScores, speciesOf } from './scored-attempt.ts';

/**
 * BPCER at the lowest threshold whose APCER, for every species, is at most `apcerMax` (0..1). Only thresholds
 * that the scores can tell apart count, so the APCER reached may be lower than asked: nothing is interpolated.
 * Undefined when either class is missing.
 */
export function bpcerAtApcer(attempts: readonly ScoredAttempt[], apcerMax: number): number | undefined {
  const bonaFide = sortedScores(attempts, (attempt) => attempt.bonaFide);
  const species = speciesOf(attempts);
  if (bonaFide.length === 0 || species.length === 0) return undefined;
  const rejectUpTo = Math.max(...species.map((name) => highestRejected(attempts, name, apcerMax)));
  return bonaFide.filter((score) => score <= rejectUpTo).length / bonaFide.length;
}

/** The highest attack score of a species that must be called fake to keep its APCER within `apcerMax`. */
function highestRejected(attempts: readonly ScoredAttempt[], species: string, apcerMax: number): number {
  const attacks = sortedScores(attempts, (attempt) => !attempt.bonaFide && attempt.species === species);
  let rejected = 0;
  // Compared as count/total, never as a product: 0.29 * 100 rounds below 29.
  while ((attacks.length - rejected) / attacks.length > apcerMax) rejected += 1;
  return attacks[rejected - 1] ?? -Infinity;
}

import { type ScoredAttempt, speciesOf } from './scored-attempt.ts';

/** A counted proportion; `total` is never 0, for a rate of nothing is absent instead. */
export interface Rate {
  readonly errors: number;
  readonly total: number;
  /** `errors / total`, 0..1. */
  readonly value: number;
}

/** `errors` in `total` as a rate; undefined when there was nothing to count. */
export function rate(errors: number, total: number): Rate | undefined {
  return total === 0 ? undefined : { errors, total, value: errors / total };
}

/**
 * Attack presentation classification error rate of each PAI species at a fixed threshold: attacks called live
 * over attacks of that species (ISO/IEC 30107-3). A species that was not tested is absent.
 */
export function apcerBySpecies(
  attempts: readonly ScoredAttempt[],
  threshold: number,
): Readonly<Record<string, Rate>> {
  const rates: Record<string, Rate> = {};
  for (const species of speciesOf(attempts)) {
    const attacks = attempts.filter((attempt) => !attempt.bonaFide && attempt.species === species);
    const calledLive = attacks.filter((attempt) => attempt.score >= threshold).length;
    const apcer = rate(calledLive, attacks.length);
    if (apcer) rates[species] = apcer;
  }
  return rates;
}

/** APCER with all species pooled; undefined without attacks. */
export function apcerOf(attempts: readonly ScoredAttempt[], threshold: number): Rate | undefined {
  const attacks = attempts.filter((attempt) => !attempt.bonaFide);
  return rate(attacks.filter((attempt) => attempt.score >= threshold).length, attacks.length);
}

/** APCER of the worst species, the headline that ISO/IEC 30107-3 asks for; undefined without attacks. */
export function worstApcer(attempts: readonly ScoredAttempt[], threshold: number): number | undefined {
  const values = Object.values(apcerBySpecies(attempts, threshold)).map((apcer) => apcer.value);
  return values.length === 0 ? undefined : Math.max(...values);
}

/** Bona fide presentation classification error rate: bona fide called fake over bona fide; undefined without any. */
export function bpcer(attempts: readonly ScoredAttempt[], threshold: number): Rate | undefined {
  const bonaFide = attempts.filter((attempt) => attempt.bonaFide);
  const calledFake = bonaFide.filter((attempt) => attempt.score < threshold).length;
  return rate(calledFake, bonaFide.length);
}

/**
 * Mean of the share of attacks called fake and the share of bona fide called live, all species pooled.
 * Undefined when either class is missing.
 */
export function balancedAccuracy(attempts: readonly ScoredAttempt[], threshold: number): number | undefined {
  const attacks = attempts.filter((attempt) => !attempt.bonaFide);
  const bonaFideErrors = bpcer(attempts, threshold);
  if (attacks.length === 0 || !bonaFideErrors) return undefined;
  const rejected = attacks.filter((attempt) => attempt.score < threshold).length / attacks.length;
  return (rejected + 1 - bonaFideErrors.value) / 2;
}

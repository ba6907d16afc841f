import { type Rate, rate } from './error-rates.ts';

/** An attempt as far as acquisition goes: was there enough of one face to judge at all? */
export interface AcquisitionAttempt {
  readonly acquired: boolean;
  readonly bonaFide: boolean;
  readonly species: string;
  readonly environment: string;
}

/** Failure-to-acquire rates; a class, species or environment without attempts is absent. */
export interface FailureToAcquire {
  readonly bonaFide?: Rate;
  readonly attacks: Readonly<Record<string, Rate>>;
  readonly environments: Readonly<Record<string, Rate>>;
}

/**
 * Attempts that gave no score over all attempts, apart from APCER and BPCER, which count judged attempts only
 * (ISO/IEC 30107-3 calls the two sides bona fide and attack presentation non-response rate).
 */
export function failureToAcquire(attempts: readonly AcquisitionAttempt[]): FailureToAcquire {
  const genuine = attempts.filter((attempt) => attempt.bonaFide);
  const attacks = attempts.filter((attempt) => !attempt.bonaFide);
  const bonaFide = failureRate(genuine);
  return {
    ...(bonaFide && { bonaFide }),
    attacks: ratesBy(attacks, (attempt) => attempt.species),
    environments: ratesBy(attempts, (attempt) => attempt.environment),
  };
}

function ratesBy(
  attempts: readonly AcquisitionAttempt[],
  keyOf: (attempt: AcquisitionAttempt) => string,
): Readonly<Record<string, Rate>> {
  const rates: Record<string, Rate> = {};
  for (const key of [...new Set(attempts.map(keyOf))].sort()) {
    const found = failureRate(attempts.filter((attempt) => keyOf(attempt) === key));
    if (found) rates[key] = found;
  }
  return rates;
}

function failureRate(attempts: readonly AcquisitionAttempt[]): Rate | undefined {
  return rate(attempts.filter((attempt) => !attempt.acquired).length, attempts.length);
}

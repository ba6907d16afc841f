import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import { logit } from '@vivant/engine/numeric/logistic';
import { fitLogisticRegression } from './logistic-regression.ts';

/** An attempt's fused log-odds from a fusion that never saw its environment, with its truth. */
export interface CalibrationAttempt {
  readonly logOdds: number;
  readonly bonaFide: boolean;
  /** PAI species; empty for bona fide. */
  readonly species: string;
  readonly weight: number;
}

/** `P(bona fide) = sigmoid(slope * logOdds + intercept)` */
export interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

const APCER_TARGET = 0.05;

/**
 * Platt scaling (Platt 1999) for the slope; the intercept is then moved so that the operating threshold of 0.65 falls at
 * {@link operatingLogOdds}: the contract fixes the threshold, so calibration must bring it to the right place.
 */
export function fitCalibration(attempts: readonly CalibrationAttempt[]): Calibration {
  const examples = attempts.map(({ logOdds, bonaFide, weight }) => ({
    features: Float64Array.of(logOdds),
    bonaFide,
    weight,
  }));
  const slope = fitLogisticRegression(examples, 0).weights[0]!;
  const threshold = operatingLogOdds(attempts);
  const target = logit(OPERATING_THRESHOLD);
  return { slope: round(slope), intercept: round(target - slope * threshold) };
}

/**
 * Where APCER of the worst species is 5 %: pooled, species that are easily told would hide those that are not. Where
 * that would turn away a larger share of genuine attempts, both shares are made equal instead.
 */
export function operatingLogOdds(attempts: readonly CalibrationAttempt[]): number {
  const bonaFide = attempts.filter((attempt) => attempt.bonaFide);
  const attacks = attempts.filter((attempt) => !attempt.bonaFide);
  const species = [...new Set(attacks.map((attack) => attack.species))].map((name) =>
    attacks.filter((attack) => attack.species === name),
  );
  const strict = Math.max(...species.map((own) => thresholdAtApcer(own, APCER_TARGET)));
  const candidates = attempts.map(({ logOdds }) => logOdds).filter((logOdds) => logOdds <= strict);
  const fair = candidates
    .toSorted((a, b) => b - a)
    .find((threshold) => {
      const apcer = Math.max(...species.map((own) => 1 - shareBelow(own, threshold)));
      return shareBelow(bonaFide, threshold) <= Math.max(apcer, APCER_TARGET);
    });
  return fair ?? strict;
}

/** Weighted share of attempts below a threshold. */
function shareBelow(attempts: readonly CalibrationAttempt[], threshold: number): number {
  let total = 0;
  let below = 0;
  for (const { logOdds, weight } of attempts) {
    total += weight;
    if (logOdds < threshold) below += weight;
  }
  return below / total;
}

/** The log-odds above which the given weighted share of attacks would be called live. */
export function thresholdAtApcer(attempts: readonly CalibrationAttempt[], apcer: number): number {
  const attacks = attempts.filter((a) => !a.bonaFide).toSorted((a, b) => b.logOdds - a.logOdds);
  const total = attacks.reduce((sum, a) => sum + a.weight, 0);
  let accepted = 0;
  for (const attack of attacks) {
    accepted += attack.weight / total;
    if (accepted > apcer) return attack.logOdds;
  }
  return attacks.at(-1)?.logOdds ?? 0;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}

import type { AttemptResult, JudgedAttempt, UnacquiredAttempt } from '../judge.ts';
import { failureToAcquire } from '../metrics/acquisition.ts';
import type { BootstrapOptions } from '../metrics/bootstrap.ts';
import { shortcuts, signalPowers } from '../metrics/dependence.ts';
import { byEnvironment } from '../metrics/environments.ts';
import { apcerBySpecies, bpcer } from '../metrics/error-rates.ts';
import { estimateFigures } from '../metrics/figures.ts';
import { histogram } from '../metrics/histogram.ts';
import { operatingPoints } from '../metrics/operating-points.ts';
import type { ScoredAttempt } from '../metrics/scored-attempt.ts';
import { sliceByAppearance } from '../metrics/slices.ts';
import { pairBySpecies, type SpeciesPairing } from '../metrics/species-pairing.ts';
import type { CurvePoint, SeriesReport, SpeciesReport, WorstAttempt } from './report.ts';
import { speedOf } from './speed.ts';

const HISTOGRAM_BINS = 20;
const WORST_ATTEMPTS_MAX = 10;

/** What the figures are computed with. */
export interface SummaryOptions {
  readonly attempts: SeriesReport['attempts'];
  readonly framesPerAttempt: number;
  readonly capturesTooShort: number;
  readonly threshold: number;
  readonly bootstrap: BootstrapOptions;
  readonly workers: number;
}

/** Turns the results of one model over attempts of one length into figures. */
export function summarizeSeries(results: readonly AttemptResult[], options: SummaryOptions): SeriesReport {
  const { threshold, bootstrap, workers } = options;
  const judged = results.filter((result) => result.acquired);
  const lost = results.filter((result) => !result.acquired);
  return {
    attempts: options.attempts,
    framesPerAttempt: options.framesPerAttempt,
    counts: {
      judged: judged.length,
      notAcquired: lost.length,
      capturesTooShort: options.capturesTooShort,
      environments: new Set(results.map((result) => result.environment)).size,
      subjects: new Set(results.map((result) => result.subject)).size,
    },
    bonaFide: bpcer(judged, threshold) ?? null,
    overall: estimateFigures(judged, threshold, bootstrap),
    species: pairBySpecies(judged).map((pairing) => summarizeSpecies(pairing, threshold, bootstrap)),
    environments: byEnvironment(judged, threshold),
    slices: sliceByAppearance(judged, threshold),
    signals: signalPowers(judged),
    shortcuts: shortcuts(judged),
    failureToAcquire: { ...failureToAcquire(results), causes: sumCauses(lost) },
    curve: curveOf(judged),
    histogram: {
      bonaFide: histogram(scoresOf(judged, true), HISTOGRAM_BINS),
      attacks: histogram(scoresOf(judged, false), HISTOGRAM_BINS),
    },
    worst: {
      bonaFide: worstOf(judged, true, threshold),
      attacks: worstOf(judged, false, threshold),
    },
    speed: speedOf(judged, workers),
  };
}

function summarizeSpecies(
  { species, attempts, bonaFideFrom }: SpeciesPairing,
  threshold: number,
  bootstrap: BootstrapOptions,
): SpeciesReport {
  const attacks = attempts.filter((attempt) => !attempt.bonaFide);
  return {
    species,
    bonaFideFrom,
    apcer: apcerBySpecies(attacks, threshold)[species]!,
    attackEnvironments: new Set(attacks.map((attack) => attack.environment)).size,
    bonaFideAttempts: attempts.length - attacks.length,
    figures: estimateFigures(attempts, threshold, bootstrap),
    curve: curveOf(attempts),
  };
}

function curveOf(attempts: readonly ScoredAttempt[]): readonly CurvePoint[] {
  return operatingPoints(attempts).map(({ threshold, apcer, bpcer }) => ({
    threshold: threshold === Infinity ? null : threshold,
    apcer,
    bpcer,
  }));
}

/** The attempts of one class that the score judges worst, first the worst. */
function worstOf(
  judged: readonly JudgedAttempt[],
  bonaFide: boolean,
  threshold: number,
): readonly WorstAttempt[] {
  const direction = bonaFide ? 1 : -1;
  return judged
    .filter((attempt) => attempt.bonaFide === bonaFide)
    .sort((a, b) => direction * (a.score - b.score))
    .slice(0, WORST_ATTEMPTS_MAX)
    .map(({ id, species, environment, score, reasons }) => ({
      id,
      species,
      environment,
      score,
      isError: bonaFide ? score < threshold : score >= threshold,
      reasons,
    }));
}

function sumCauses(lost: readonly UnacquiredAttempt[]): Readonly<Record<string, number>> {
  const causes: Record<string, number> = {};
  for (const attempt of lost) {
    for (const [cause, frames] of Object.entries(attempt.causes)) {
      causes[cause] = (causes[cause] ?? 0) + frames;
    }
  }
  return causes;
}

function scoresOf(judged: readonly JudgedAttempt[], bonaFide: boolean): readonly number[] {
  return judged.filter((attempt) => attempt.bonaFide === bonaFide).map((attempt) => attempt.score);
}

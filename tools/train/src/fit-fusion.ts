import type { FusionCoefficients } from '@vivant/engine/fusion/coefficients';
import { frameSignals } from '@vivant/engine/signals/registry';
import { fitLogisticRegression, type LinearModel } from './logistic-regression.ts';
import { measureSpread, type Standardisation, standardise } from './standardise.ts';
import type { TrainingRow } from './training-row.ts';

/** What to fit. */
export interface FusionRecipe {
  /** File name of the coefficients, without the extension. */
  readonly id: string;
  readonly signals: readonly string[];
  /** PAI species it learns to tell from bona fide; others are only measured. */
  readonly species: readonly string[];
  /** Weight of an environment of videos relative to one of webcam captures. */
  readonly videoWeight: number;
  /** Learns no altered copies: for signals of many values, or where altering hides what is looked for. */
  readonly ignoresAltered?: boolean;
  /** Subjects that are left out together when each is judged unseen: they share a face. */
  readonly leftOutTogether?: readonly (readonly string[])[];
  /** L2 penalty on standardised weights, relative to the mean log-loss. */
  readonly penalty: number;
  /** What the fitted log-odds are multiplied by: a strong penalty leaves them too small beside evidence that is set. */
  readonly scale: number;
  /** One-sided evidence that is set, not fitted; `feature` by name within its signal. */
  readonly objections: readonly {
    readonly id: string;
    readonly signal: string;
    readonly feature: string;
    readonly below: number;
    readonly weight: number;
  }[];
  readonly endorsements: readonly {
    readonly id: string;
    readonly signal: string;
    readonly features: readonly { readonly feature: string; readonly above: number }[];
    readonly weight: number;
    readonly most: number;
  }[];
}

/** File under `models/` that holds the coefficients of a recipe. */
export function coefficientsFile({ id }: FusionRecipe): string {
  return `${id}.coefficients.json`;
}

const CLIP = 5;

/**
 * Fits the frame fusion on all rows given: each environment and class weighs the same, whatever its number of frames.
 * @param near coefficients of a fit on much the same rows, to start from
 */
export function fitFusion(
  rows: readonly TrainingRow[],
  recipe: FusionRecipe,
  version: string,
  near?: FusionCoefficients,
): FusionCoefficients {
  const weights = balancedWeights(rows, recipe.videoWeight);
  const features = rows.map((row) => joinFeatures(row, recipe.signals));
  const spread = measureSpread(features, weights);
  const { weights: fitted, intercept } = fitLogisticRegression(
    features.map((values, at) => ({
      features: standardise(values, spread, CLIP),
      bonaFide: rows[at]!.bonaFide,
      weight: weights[at]!,
    })),
    recipe.penalty,
    near && restate(near, spread, recipe.scale),
  );
  return {
    version,
    signals: [...recipe.signals],
    mean: Array.from(spread.mean, round),
    deviation: Array.from(spread.deviation, round),
    weight: Array.from(fitted, (weight) => round(recipe.scale * weight)),
    intercept: round(recipe.scale * intercept),
    clip: CLIP,
    objections: recipe.objections.map(({ id, signal, feature, below, weight }) => ({
      id,
      feature: featureIndex(recipe.signals, signal, feature),
      below,
      weight,
    })),
    endorsements: recipe.endorsements.map(({ id, signal, features: agreeing, weight, most }) => ({
      id,
      features: agreeing.map(({ feature, above }) => ({
        feature: featureIndex(recipe.signals, signal, feature),
        above,
      })),
      weight,
      most,
    })),
  };
}

/** The same linear model over features that are standardised in another way. */
function restate(near: FusionCoefficients, spread: Standardisation, scale: number): LinearModel {
  const slopes = near.weight.map((weight, at) => weight / scale / near.deviation[at]!);
  return {
    weights: spread.deviation.map((deviation, at) => slopes[at]! * deviation),
    intercept: slopes.reduce(
      (sum, slope, at) => sum + slope * (spread.mean[at]! - near.mean[at]!),
      near.intercept / scale,
    ),
  };
}

/** Features of a row's signals one after the other, as the engine's extractor gives them. */
export function joinFeatures(row: TrainingRow, signals: readonly string[]): Float32Array {
  const parts = signals.map((id) => row.features[id]!);
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

type Weighable = Pick<TrainingRow, 'environment' | 'bonaFide'> & Partial<Pick<TrainingRow, 'kind'>>;

/**
 * Equal weight to each environment within a class, and to both classes: environments differ in size, rooms do not.
 * @param videoWeight of an environment of videos: codecs and film are further from a webcam than one room from another
 */
export function balancedWeights(rows: readonly Weighable[], videoWeight: number): number[] {
  const cellOf = (row: Weighable) => `${row.environment}|${row.bonaFide}`;
  const shares = rows.map((row) => (row.kind === 'video' ? videoWeight : 1));
  const cells = new Map<string, number>();
  const classes = new Map<boolean, number>();
  for (const row of rows) cells.set(cellOf(row), (cells.get(cellOf(row)) ?? 0) + 1);
  rows.forEach((row, at) => {
    const share = shares[at]! / cells.get(cellOf(row))!;
    classes.set(row.bonaFide, (classes.get(row.bonaFide) ?? 0) + share);
  });
  return rows.map((row, at) => shares[at]! / (cells.get(cellOf(row))! * classes.get(row.bonaFide)!));
}

function featureIndex(signalIds: readonly string[], signal: string, feature: string): number {
  const names = frameSignals(signalIds).flatMap(({ id, features }) =>
    features.map((name) => `${id}/${name}`),
  );
  const index = names.indexOf(`${signal}/${feature}`);
  if (index < 0) throw new Error(`no feature ${feature} in ${signal}`);
  return index;
}

/** Six significant digits: far below the noise of the data, and files stay readable. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}

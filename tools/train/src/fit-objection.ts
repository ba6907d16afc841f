import type { SequenceObjection } from '@vivant/engine/fusion/sequence-coefficients';
import { isLearntByObjections } from './conditions.ts';
import { balancedWeights } from './fit-fusion.ts';
import type { ObjectionRecipe } from './fit-sequence.ts';
import { fitLogisticRegression } from './logistic-regression.ts';
import { type SequenceWindow, valueOf } from './sequence-window.ts';
import { measureSpread, standardise } from './standardise.ts';

/** Relative to the mean log-loss; between a third and thrice of it nothing changed. */
const PENALTY = 0.011;
const CLIP = 4;

/**
 * Fits what tells one kind of injected capture from genuine ones. Each person in a room weighs the same within a class; windows
 * in which a feature could not be measured are left out.
 * @returns undefined when nothing of either class is left
 */
export function fitObjection(
  windows: readonly SequenceWindow[],
  recipe: ObjectionRecipe,
): SequenceObjection | undefined {
  const features = recipe.features.map(splitName);
  const measured = windows
    .filter(({ condition }) => isLearntByObjections(condition))
    .filter(({ bonaFide, species }) => bonaFide || species === recipe.species)
    .flatMap((window) => {
      const values = measure(window, features);
      // People move more differently than rooms look, and an environment of videos holds many.
      const environment = `${window.environment}/${window.subject}`;
      return values ? [{ bonaFide: window.bonaFide, environment, values }] : [];
    });
  if (new Set(measured.map(({ bonaFide }) => bonaFide)).size < 2) return undefined;
  const weights = balancedWeights(measured, 1);
  const rows = measured.map(({ values }) => values);
  const spread = measureSpread(rows, weights);
  const fit = fitLogisticRegression(
    measured.map(({ values, bonaFide }, at) => ({
      features: standardise(values, spread, CLIP),
      bonaFide,
      weight: weights[at]!,
    })),
    PENALTY,
  );
  return {
    id: recipe.id,
    features: features.map((feature, at) => ({
      ...feature,
      mean: round(spread.mean[at]!),
      deviation: round(spread.deviation[at]!),
      weight: round(fit.weights[at]!),
    })),
    intercept: round(fit.intercept + recipe.margin),
    clip: CLIP,
    scale: recipe.scale,
    most: recipe.most,
  };
}

interface FeatureName {
  readonly signal: string;
  readonly feature: string;
}

function splitName(name: string): FeatureName {
  const [signal = '', feature = ''] = name.split('/');
  return { signal, feature };
}

function measure(window: SequenceWindow, names: readonly FeatureName[]): Float32Array | undefined {
  const values = names.map(({ signal, feature }) => valueOf(window, signal, feature));
  return values.includes(undefined) ? undefined : Float32Array.from(values as number[]);
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}

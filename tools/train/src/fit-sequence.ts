import type { SequenceCoefficients } from '@vivant/engine/fusion/sequence-coefficients';
import { fitObjection } from './fit-objection.ts';
import { type SequenceWindow, valueOf } from './sequence-window.ts';

/** One term of {@link SequenceRecipe}; its weight is set, its centre and spread are measured. */
export interface SequenceTerm {
  readonly signal: string;
  readonly feature: string;
  /** Log-odds of bona fide a deviation. */
  readonly weight: number;
  /** Share of genuine captures that lie below the centre: 0.5 centres a term on them. */
  readonly centre: number;
  /** Bounds in deviations from the centre. */
  readonly low: number;
  readonly high: number;
}

/** How to tell one kind of injected capture: a small logistic regression over features `signal/feature`. */
export interface ObjectionRecipe {
  readonly id: string;
  readonly species: string;
  readonly features: readonly string[];
  /** Log-odds by which a capture must look more injected than genuine before anything is taken. */
  readonly margin: number;
  /** What is taken for each of its own log-odds beyond that; and at most. */
  readonly scale: number;
  readonly most: number;
}

/** Soft evidence of a capture as a whole. Weights of terms are set: there are too few captures to fit them by. */
export interface SequenceRecipe {
  /** File name of the coefficients, without `.sequence.json`. */
  readonly id: string;
  readonly terms: readonly SequenceTerm[];
  /** Attacks built from genuine captures, which only the capture as a whole can show. */
  readonly objections: readonly ObjectionRecipe[];
  /** Frames of the captures by which centres and spreads are measured. */
  readonly frames: number;
}

/** File under `models/` that holds the coefficients of a recipe. */
export function sequenceFile({ id }: SequenceRecipe): string {
  return `${id}.sequence.json`;
}

/** Measures how genuine captures spread in each term, and fits the objections; every environment weighs the same. */
export function fitSequence(
  windows: readonly SequenceWindow[],
  recipe: SequenceRecipe,
  version: string,
): SequenceCoefficients {
  const genuine = windows.filter(({ bonaFide, condition }) => bonaFide && condition === '');
  return {
    version,
    terms: recipe.terms.map(({ signal, feature, weight, centre, low, high }) => {
      const values = valuesOf(genuine, signal, feature);
      return {
        signal,
        feature,
        mean: round(weightedQuantile(values, centre)),
        deviation: round(spreadOf(values)),
        weight,
        low,
        high,
      };
    }),
    objections: recipe.objections.map((objection) => fitObjection(windows, objection)),
  };
}

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

function valuesOf(windows: readonly SequenceWindow[], signal: string, feature: string): Weighted[] {
  const found = windows.flatMap((window) => {
    const value = valueOf(window, signal, feature);
    return value === undefined ? [] : [{ environment: window.environment, value }];
  });
  if (found.length < 2) throw new Error(`too few captures to measure ${signal}/${feature}`);
  const counts = new Map<string, number>();
  for (const { environment } of found) counts.set(environment, (counts.get(environment) ?? 0) + 1);
  return found.map(({ environment, value }) => ({
    value,
    weight: 1 / (counts.get(environment)! * counts.size),
  }));
}

function weightedQuantile(values: readonly Weighted[], share: number): number {
  let sum = 0;
  for (const { value, weight } of values.toSorted((a, b) => a.value - b.value)) {
    sum += weight;
    if (sum >= share) return value;
  }
  return values.at(-1)!.value;
}

function spreadOf(values: readonly Weighted[]): number {
  const mean = values.reduce((sum, { value, weight }) => sum + value * weight, 0);
  const variance = values.reduce((sum, { value, weight }) => sum + (value - mean) ** 2 * weight, 0);
  return Math.max(Math.sqrt(variance), 1e-6);
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}

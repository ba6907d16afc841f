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

/** Where a data set shows too little to fit a part of a recipe by. */
export interface Fallback {
  /** The part is taken over from there. */
  readonly earlier: SequenceCoefficients | undefined;
  readonly onKept?: (part: string) => void;
}

/**
 * Measures how genuine captures spread in each term, and fits the objections; every environment weighs the same.
 * @throws Error when a part can neither be fitted nor taken over
 */
export function fitSequence(
  windows: readonly SequenceWindow[],
  recipe: SequenceRecipe,
  version: string,
  { earlier, onKept }: Fallback = { earlier: undefined },
): SequenceCoefficients {
  const genuine = windows.filter(({ bonaFide, condition }) => bonaFide && condition === '');
  const keep = <T>(part: string, kept: T | undefined): T => {
    if (!kept) throw new Error(`${recipe.id}: too few captures to measure ${part}`);
    onKept?.(part);
    return kept;
  };
  return {
    version,
    terms: recipe.terms.map((term) => {
      const { signal, feature } = term;
      const same = earlier?.terms.find((one) => one.signal === signal && one.feature === feature);
      return measureTerm(genuine, term) ?? keep(`${signal}/${feature}`, same);
    }),
    objections: recipe.objections.map((objection) => {
      const same = earlier?.objections?.find(({ id }) => id === objection.id);
      return fitObjection(windows, objection) ?? keep(objection.id, same);
    }),
  };
}

function measureTerm(
  genuine: readonly SequenceWindow[],
  { signal, feature, weight, centre, low, high }: SequenceTerm,
): SequenceCoefficients['terms'][number] | undefined {
  const values = valuesOf(genuine, signal, feature);
  if (values.length < 2) return undefined;
  const mean = round(weightedQuantile(values, centre));
  return { signal, feature, mean, deviation: round(spreadOf(values)), weight, low, high };
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

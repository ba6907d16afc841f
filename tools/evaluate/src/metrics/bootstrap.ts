import { quantile } from './quantile.ts';
import { createRandom, type Random } from './random.ts';
import type { ScoredAttempt } from './scored-attempt.ts';

export interface BootstrapOptions {
  readonly seed: number;
  readonly resamples: number;
  /** Share of the resampled values between the two ends, e.g. 0.95. */
  readonly level: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Named figures of a set of attempts; one that the set does not define is absent. */
export type Figures<Name extends string> = Readonly<Partial<Record<Name, number>>>;

/**
 * Percentile intervals by cluster bootstrap over environments (Efron and Tibshirani 1993, ch. 13): draw as many
 * environments as there are, with replacement, and compute the figures anew on all their attempts. Frames of
 * one room are near copies of each other, so resampling attempts would promise far too much. Every attempt
 * weighs the same: a room with more attempts counts for more, exactly as in the figure itself.
 * A resample that does not define a figure (it drew no attack, say) is left out for that figure.
 */
export function bootstrapIntervals<Name extends string>(
  attempts: readonly ScoredAttempt[],
  figuresOf: (attempts: readonly ScoredAttempt[]) => Figures<Name>,
  options: BootstrapOptions,
): Readonly<Partial<Record<Name, Interval>>> {
  const environments = groupByEnvironment(attempts);
  const random = createRandom(options.seed);
  const values = new Map<Name, number[]>();
  for (let round = 0; round < options.resamples; round += 1) {
    const figures = figuresOf(resample(environments, random));
    for (const name of Object.keys(figures) as Name[]) {
      const drawn = values.get(name) ?? [];
      if (figures[name] !== undefined) drawn.push(figures[name]);
      values.set(name, drawn);
    }
  }
  const tail = (1 - options.level) / 2;
  const intervals: Partial<Record<Name, Interval>> = {};
  for (const [name, drawn] of values) {
    if (drawn.length === 0) continue;
    const ascending = Float64Array.from(drawn).sort();
    intervals[name] = { low: quantile(ascending, tail), high: quantile(ascending, 1 - tail) };
  }
  return intervals;
}

/** Attempts by environment, in the order of the names, so that the order of the rows changes nothing. */
function groupByEnvironment(attempts: readonly ScoredAttempt[]): readonly (readonly ScoredAttempt[])[] {
  const names = [...new Set(attempts.map((attempt) => attempt.environment))].sort();
  return names.map((name) => attempts.filter((attempt) => attempt.environment === name));
}

function resample(
  environments: readonly (readonly ScoredAttempt[])[],
  random: Random,
): readonly ScoredAttempt[] {
  return environments.flatMap(() => environments[Math.floor(random() * environments.length)]!);
}

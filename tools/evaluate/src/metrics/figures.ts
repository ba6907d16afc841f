import { auc } from './auc.ts';
import { type BootstrapOptions, bootstrapIntervals, type Figures, type Interval } from './bootstrap.ts';
import { bpcerAtApcer } from './bpcer-at-apcer.ts';
import { equalErrorRate } from './equal-error-rate.ts';
import { balancedAccuracy, bpcer, worstApcer } from './error-rates.ts';
import { type ScoredAttempt, speciesOf } from './scored-attempt.ts';

/** Whose attempts must come from several environments before a figure can have an interval. */
type Need = 'bona-fide' | 'attacks' | 'every-species';

const NEEDS = {
  auc: ['bona-fide', 'attacks'],
  eer: ['bona-fide', 'attacks'],
  apcer: ['every-species'],
  bpcer: ['bona-fide'],
  bpcerAtApcer1: ['bona-fide', 'every-species'],
  bpcerAtApcer5: ['bona-fide', 'every-species'],
  bpcerAtApcer10: ['bona-fide', 'every-species'],
  balancedAccuracy: ['bona-fide', 'attacks'],
} as const satisfies Record<string, readonly Need[]>;

export type FigureName = keyof typeof NEEDS;

/** A measured figure, all fractions 0..1; no interval when the environments cannot give one. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval | null;
}

export type Estimates = Readonly<Partial<Record<FigureName, Estimate>>>;

/**
 * All figures of a set of attempts. `apcer` is that of the worst species; `auc`, `eer` and `balancedAccuracy`
 * pool the species. `apcer`, `bpcer` and `balancedAccuracy` hold at the fixed threshold.
 */
export function figuresAt(attempts: readonly ScoredAttempt[], threshold: number): Figures<FigureName> {
  const figures: Readonly<Record<FigureName, number | undefined>> = {
    auc: auc(attempts),
    eer: equalErrorRate(attempts),
    apcer: worstApcer(attempts, threshold),
    bpcer: bpcer(attempts, threshold)?.value,
    bpcerAtApcer1: bpcerAtApcer(attempts, 0.01),
    bpcerAtApcer5: bpcerAtApcer(attempts, 0.05),
    bpcerAtApcer10: bpcerAtApcer(attempts, 0.1),
    balancedAccuracy: balancedAccuracy(attempts, threshold),
  };
  return withoutUndefined(figures);
}

/**
 * {@link figuresAt} with bootstrap intervals. A figure has one only when all it is computed from comes from at least two
 * environments (where the worst species decides, that is every species), for from one room nothing can be said about
 * the next; and when some resample changed it: where no error was seen, an interval from 0 to 0 would pass for
 * certainty.
 */
export function estimateFigures(
  attempts: readonly ScoredAttempt[],
  threshold: number,
  options: BootstrapOptions,
): Estimates {
  const met = needsMet(attempts);
  const intervals = bootstrapIntervals(attempts, (drawn) => figuresAt(drawn, threshold), options);
  const estimates: Partial<Record<FigureName, Estimate>> = {};
  for (const [name, value] of Object.entries(figuresAt(attempts, threshold)) as [FigureName, number][]) {
    const interval = intervals[name];
    const tells = NEEDS[name].every((need) => met[need]) && interval && interval.low < interval.high;
    estimates[name] = { value, interval: tells ? interval : null };
  }
  return estimates;
}

function needsMet(attempts: readonly ScoredAttempt[]): Readonly<Record<Need, boolean>> {
  const isSpread = (keep: (attempt: ScoredAttempt) => boolean): boolean =>
    new Set(attempts.filter(keep).map((attempt) => attempt.environment)).size > 1;
  return {
    'bona-fide': isSpread((attempt) => attempt.bonaFide),
    attacks: isSpread((attempt) => !attempt.bonaFide),
    'every-species': speciesOf(attempts).every((species) =>
      isSpread((attempt) => !attempt.bonaFide && attempt.species === species),
    ),
  };
}

function withoutUndefined(figures: Readonly<Record<FigureName, number | undefined>>): Figures<FigureName> {
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
}

import { framesUsableMin } from '@vivant/engine/pipeline/frames-usable-min';
import type { ScoredAttempt } from '@vivant/evaluate/metrics/scored-attempt';
import type { ScoredRow } from './leave-one-out.ts';

/** How many frames an attempt has and how many of them are scored. */
export interface AttemptShape {
  readonly framesRequired: number;
  readonly framesScored: number;
}

/** Every scored frame as an attempt of its own. */
export function frameAttempts(rows: readonly ScoredRow[]): ScoredAttempt[] {
  return rows.map(({ row, logOdds }) => describe(row, logOdds));
}

/** Cuts sequences into windows of consecutive frames and averages the log-odds of evenly spread frames, as the engine does. */
export function windowAttempts(rows: readonly ScoredRow[], shape: AttemptShape): ScoredAttempt[] {
  const windows = new Map<string, ScoredRow[]>();
  for (const scored of rows) {
    const { environment, sequence, index } = scored.row;
    if (sequence === '') continue;
    const key = `${environment}|${sequence}|${Math.floor(index / shape.framesRequired)}`;
    windows.set(key, [...(windows.get(key) ?? []), scored]);
  }
  return [...windows.values()]
    .filter((window) => window.length >= framesUsableMin(shape.framesRequired))
    .map((window) => describe(window[0]!.row, meanLogOdds(window, shape.framesScored)));
}

function meanLogOdds(window: readonly ScoredRow[], framesScored: number): number {
  const ordered = window.toSorted((a, b) => a.row.index - b.row.index);
  const count = Math.min(framesScored, ordered.length);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += ordered[Math.floor((i * ordered.length) / count)]!.logOdds;
  return sum / count;
}

function describe(row: ScoredRow['row'], score: number): ScoredAttempt {
  const { bonaFide, species, environment, subject } = row;
  return { score, bonaFide, species, environment, subject };
}

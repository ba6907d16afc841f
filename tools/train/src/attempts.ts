import type { ScoredAttempt } from '@vivant/evaluate/metrics/scored-attempt';
import type { ScoredRow } from './leave-one-out.ts';
import { type SequenceEvidence, windowKey } from './score-sequences.ts';
import { windowsOf } from './windows.ts';

/** How many frames an attempt has and how many of them are scored. */
export interface AttemptShape {
  readonly framesRequired: number;
  readonly framesScored: number;
}

/** Every scored frame as an attempt of its own. */
export function frameAttempts(rows: readonly ScoredRow[]): ScoredAttempt[] {
  return rows.map(({ row, logOdds }) => describe(row, logOdds));
}

/**
 * Cuts sequences into windows of consecutive frames, averages the log-odds of evenly spread frames and adds what the
 * capture as a whole says, as the engine does.
 */
export function windowAttempts(
  rows: readonly ScoredRow[],
  shape: AttemptShape,
  evidence: SequenceEvidence = new Map(),
): ScoredAttempt[] {
  const captures = new Map<string, ScoredRow[]>();
  for (const scored of rows) {
    const { environment, sequence } = scored.row;
    if (sequence === '') continue;
    const key = `${environment}|${sequence}`;
    captures.set(key, [...(captures.get(key) ?? []), scored]);
  }
  return [...captures.values()].flatMap((capture) => {
    const { row } = capture[0]!;
    const frames = capture.map(({ row, logOdds }) => ({ index: row.index, logOdds }));
    return [...windowsOf(frames, shape.framesRequired, row.frameStep)].map(([window, scored]) => {
      const logOdds = meanLogOdds(scored, shape.framesScored);
      return describe(row, logOdds + (evidence.get(windowKey(row, window)) ?? 0));
    });
  });
}

function meanLogOdds(window: readonly { readonly logOdds: number }[], framesScored: number): number {
  const count = Math.min(framesScored, window.length);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += window[Math.floor((i * window.length) / count)]!.logOdds;
  return sum / count;
}

function describe(row: ScoredRow['row'], score: number): ScoredAttempt {
  const { bonaFide, species, environment, subject } = row;
  return { score, bonaFide, species, environment, subject };
}

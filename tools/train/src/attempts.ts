import type { ScoredAttempt } from '@vivant/evaluate/metrics/scored-attempt';
import type { ScoredRow } from './leave-one-out.ts';
import { captureKey, type SequenceEvidence, windowKey } from './score-sequences.ts';
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

/** A window of consecutive frames of a capture: its number, one of its rows, and the mean log-odds of evenly spread frames. */
export interface ScoredWindow extends ScoredRow {
  readonly window: number;
}

/** Cuts sequences into windows as long as the model's captures. */
export function scoredWindows(rows: readonly ScoredRow[], shape: AttemptShape): ScoredWindow[] {
  const captures = new Map<string, ScoredRow[]>();
  for (const scored of rows) {
    if (scored.row.sequence === '') continue;
    const key = captureKey(scored.row);
    captures.set(key, [...(captures.get(key) ?? []), scored]);
  }
  return [...captures.values()].flatMap((capture) => {
    const { row } = capture[0]!;
    const frames = capture.map(({ row, logOdds }) => ({ index: row.index, logOdds }));
    return [...windowsOf(frames, shape.framesRequired, row.frameStep)].map(([window, scored]) => ({
      row,
      window,
      logOdds: meanLogOdds(scored, shape.framesScored),
    }));
  });
}

/** Windows as attempts, with what the capture as a whole adds, as the engine judges them. */
export function windowAttempts(
  rows: readonly ScoredRow[],
  shape: AttemptShape,
  evidence: SequenceEvidence = new Map(),
): ScoredAttempt[] {
  return scoredWindows(rows, shape).map(({ row, window, logOdds }) =>
    describe(row, logOdds + (evidence.get(windowKey(row, window)) ?? 0)),
  );
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

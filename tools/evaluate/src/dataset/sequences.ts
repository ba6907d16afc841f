import { ManifestError } from './manifest-error.ts';
import type { FrameRow, ManifestRow } from './manifest-row.ts';

/** The frames of one capture by index; never empty. */
export type Sequence = readonly [FrameRow, ...FrameRow[]];

const SHARED = ['bonaFide', 'species', 'environment', 'subject', 'split'] as const;

/** The picture sequences among the rows, each sorted by index, in the order of their first row. */
export function sequencesOf(rows: readonly ManifestRow[]): readonly Sequence[] {
  const byName = new Map<string, FrameRow[]>();
  for (const row of rows) {
    if (row.kind !== 'frame') continue;
    const frames = byName.get(row.sequence) ?? [];
    frames.push(row);
    byName.set(row.sequence, frames);
  }
  return [...byName.values()].map((frames) => frames.sort((a, b) => a.index - b.index) as [FrameRow]);
}

/**
 * Makes sure that every sequence is one capture: one class, species, environment, subject and split, each index
 * once, and time running forward. @throws ManifestError at the first row that breaks it
 */
export function checkSequences(rows: readonly ManifestRow[]): void {
  for (const sequence of sequencesOf(rows)) {
    for (const [position, frame] of sequence.entries()) {
      const before = sequence[position - 1];
      if (before) checkNeighbours(before, frame);
    }
  }
}

function checkNeighbours(before: FrameRow, frame: FrameRow): void {
  const differing = SHARED.find((field) => frame[field] !== before[field]);
  if (differing) {
    const what = differing === 'bonaFide' ? 'label' : differing;
    throw new ManifestError(frame.line, `${what} differs from line ${before.line} of the same sequence`);
  }
  if (frame.index === before.index) {
    throw new ManifestError(frame.line, `index already stands in line ${before.line} of the same sequence`);
  }
  if (frame.timestampMs <= before.timestampMs) {
    throw new ManifestError(frame.line, `timestamp_ms is not later than in line ${before.line}`);
  }
}

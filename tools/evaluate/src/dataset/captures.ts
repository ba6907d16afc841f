import type { ManifestRow } from './manifest-row.ts';
import { type Sequence, sequencesOf } from './sequences.ts';

/** What is known of an attempt before it is judged. */
export interface AttemptLabel {
  /** Where in the data set the frames are; stable between runs. */
  readonly id: string;
  readonly bonaFide: boolean;
  /** PAI species; empty for bona fide. */
  readonly species: string;
  readonly environment: string;
  readonly subject: string;
}

/** One attempt whose frames lie as pictures on disk. */
export interface PictureCapture {
  readonly kind: 'pictures';
  readonly label: AttemptLabel;
  /** Consecutive frames; a still has one. */
  readonly pictures: readonly { readonly path: string; readonly timestampMs: number }[];
}

/** A video, to be cut into attempts while it is read; `label.id` is the file. */
export interface VideoCapture {
  readonly kind: 'video';
  readonly label: AttemptLabel;
  readonly path: string;
}

export type Capture = PictureCapture | VideoCapture;

/** The captures to judge and, of those that are too short to be judged, the frames of the longest run of each. */
export interface CapturePlan {
  readonly captures: readonly Capture[];
  readonly tooShort: readonly number[];
}

/**
 * Cuts every picture sequence into windows of `framesPerAttempt` frames with consecutive indexes, without overlap;
 * what is left at the end of a run is not used. Videos come as they are, to be cut when read. Stills are left out.
 */
export function planWindows(rows: readonly ManifestRow[], framesPerAttempt: number): CapturePlan {
  const runs = sequencesOf(rows).map(consecutiveRuns);
  const windows = runs.flat().flatMap((run) => windowsOf(run, framesPerAttempt));
  const videos = rows
    .filter((row) => row.kind === 'video')
    .map((row): VideoCapture => ({ kind: 'video', label: labelOf(row, row.path), path: row.path }));
  const longest = runs.map((ofSequence) => Math.max(...ofSequence.map((run) => run.length)));
  return {
    captures: [...windows, ...videos],
    tooShort: longest.filter((frames) => frames < framesPerAttempt),
  };
}

/** Every still as an attempt of one frame. */
export function planStills(rows: readonly ManifestRow[]): CapturePlan {
  const captures = rows
    .filter((row) => row.kind === 'still')
    .map(
      (row): PictureCapture => ({
        kind: 'pictures',
        label: labelOf(row, row.path),
        pictures: [{ path: row.path, timestampMs: 0 }],
      }),
    );
  return { captures, tooShort: [] };
}

function consecutiveRuns(sequence: Sequence): readonly Sequence[] {
  const [first, ...others] = sequence;
  const runs: [Sequence[0], ...Sequence[0][]][] = [[first]];
  for (const frame of others) {
    const run = runs.at(-1)!;
    if (frame.index === run.at(-1)!.index + 1) run.push(frame);
    else runs.push([frame]);
  }
  return runs;
}

function windowsOf(run: Sequence, length: number): readonly PictureCapture[] {
  const count = Math.floor(run.length / length);
  return Array.from({ length: count }, (_, window): PictureCapture => {
    const frames = run.slice(window * length, (window + 1) * length);
    const id = windowId(run[0].sequence, frames[0]!.index, length);
    return { kind: 'pictures', label: labelOf(run[0], id), pictures: frames };
  });
}

/** `<capture>#<first>-<last>`, both frames included. */
export function windowId(capture: string, firstIndex: number, length: number): string {
  return `${capture}#${firstIndex}-${firstIndex + length - 1}`;
}

function labelOf(row: ManifestRow, id: string): AttemptLabel {
  const { bonaFide, species, environment, subject } = row;
  return { id, bonaFide, species, environment, subject };
}

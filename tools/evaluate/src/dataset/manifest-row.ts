export const SPLITS = ['train', 'dev'] as const;
export type Split = (typeof SPLITS)[number];

/** A face's box as shares of the picture's width and height. */
export interface RelativeBox {
  readonly centreX: number;
  readonly centreY: number;
  readonly width: number;
  readonly height: number;
}

/** What a row of the manifest says of any capture. */
interface CommonRow {
  /** Line in manifest.csv, 1-based. */
  readonly line: number;
  /** Path of the file, relative to the data set's folder. */
  readonly path: string;
  readonly bonaFide: boolean;
  /** PAI species; empty for bona fide. */
  readonly species: string;
  readonly environment: string;
  readonly subject: string;
  readonly split: Split;
  /** Boxes of the labelled faces, where they are known. */
  readonly faces: readonly RelativeBox[];
}

/** A picture on its own. */
export interface StillRow extends CommonRow {
  readonly kind: 'still';
}

/** One frame of a sequence that was captured as pictures. */
export interface FrameRow extends CommonRow {
  readonly kind: 'frame';
  readonly sequence: string;
  /** Position in the sequence. */
  readonly index: number;
  /** Real capture time in milliseconds. */
  readonly timestampMs: number;
}

/** A whole sequence in one video file. */
export interface VideoRow extends CommonRow {
  readonly kind: 'video';
}

export type ManifestRow = StillRow | FrameRow | VideoRow;

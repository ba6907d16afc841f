import type { ManifestRow } from '@vivant/evaluate/dataset/manifest-row';

/** The features of one labelled frame. */
export interface TrainingRow {
  readonly kind: ManifestRow['kind'];
  readonly path: string;
  readonly bonaFide: boolean;
  /** PAI species; empty for bona fide. */
  readonly species: string;
  readonly environment: string;
  readonly subject: string;
  /** Capture the frame belongs to and its position there; stills have an empty one. */
  readonly sequence: string;
  readonly index: number;
  /** Frames of its sequence from one row to the next. */
  readonly frameStep: number;
  readonly split: 'train' | 'dev';
  /** Id of the condition under which the capture is measured, see `conditions.ts`; empty as it was taken. No fusion of frames learns from it. */
  readonly condition: string;
  /** True for a copy that was altered to widen the training set; never scored. */
  readonly augmented: boolean;
  /** One array a signal id. */
  readonly features: Readonly<Record<string, Float32Array>>;
}

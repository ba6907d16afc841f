import type { SequenceFrame } from '@vivant/engine/signals/sequence-signal';
import type { TrainingRow } from './training-row.ts';

/** The usable frames of one labelled capture. */
export interface TrainingSequence
  extends Pick<
    TrainingRow,
    'bonaFide' | 'species' | 'environment' | 'subject' | 'sequence' | 'condition' | 'split'
  > {
  readonly frames: readonly SequenceFrame[];
}

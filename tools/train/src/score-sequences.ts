import { fuseSequence, signalsOf } from '@vivant/engine/fusion/fuse-sequence';
import type { SequenceCoefficients } from '@vivant/engine/fusion/sequence-coefficients';
import { sequenceSignal } from '@vivant/engine/signals/sequence-registry';
import { fitSequence, type SequenceRecipe } from './fit-sequence.ts';
import type { TrainingSequence } from './training-sequence.ts';
import { windowsOf } from './windows.ts';

/** Log-odds that the capture as a whole adds to each window of it. */
export type SequenceEvidence = ReadonlyMap<string, number>;

/** Name of a window of a capture. */
export function windowKey(capture: { environment: string; sequence: string }, window: number): string {
  return `${capture.environment}|${capture.sequence}|${window}`;
}

/**
 * Evidence for every window of the given length. Captures of the training split are judged by a fit without their
 * environment, the others by one of the whole training split.
 */
export function scoreSequences(
  sequences: readonly TrainingSequence[],
  recipe: SequenceRecipe,
  framesRequired: number,
): SequenceEvidence {
  const training = sequences.filter(({ split }) => split === 'train');
  const evidence = new Map<string, number>();
  for (const environment of new Set(sequences.map((sequence) => sequence.environment))) {
    const fit = fitSequence(
      training.filter((sequence) => sequence.environment !== environment),
      recipe,
      'fold',
    );
    for (const sequence of sequences.filter((one) => one.environment === environment)) {
      for (const [window, frames] of windowsOf(sequence.frames, framesRequired)) {
        evidence.set(windowKey(sequence, window), evidenceOf(frames, fit));
      }
    }
  }
  return evidence;
}

function evidenceOf(frames: TrainingSequence['frames'], fit: SequenceCoefficients): number {
  const readings = signalsOf(fit).map((id) => {
    const signal = sequenceSignal(id);
    return { signal: id, features: signal.features, values: signal.compute(frames) };
  });
  return fuseSequence(fit, readings).reduce((sum, { logOdds }) => sum + logOdds, 0);
}

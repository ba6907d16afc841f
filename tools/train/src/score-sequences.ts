import { fuseSequence, signalsOf } from '@vivant/engine/fusion/fuse-sequence';
import type { SequenceCoefficients } from '@vivant/engine/fusion/sequence-coefficients';
import { fitSequence, type SequenceRecipe } from './fit-sequence.ts';
import type { SequenceWindow } from './sequence-window.ts';

/** Log-odds that the capture as a whole adds to each window of it. */
export type SequenceEvidence = ReadonlyMap<string, number>;

/** Name of a capture under its condition. */
export function captureKey({ environment, sequence, condition }: CaptureName): string {
  return `${environment}|${sequence}|${condition}`;
}

/** Name of a window of a capture. */
export function windowKey(capture: CaptureName, window: number): string {
  return `${captureKey(capture)}|${window}`;
}

type CaptureName = Pick<SequenceWindow, 'environment' | 'sequence' | 'condition'>;

/**
 * Evidence for every window. Those of the training split are judged by a fit without their environment, the others by
 * one of the whole training split.
 */
export function scoreSequences(
  windows: readonly SequenceWindow[],
  recipe: SequenceRecipe,
  /** Windows of as many frames as the recipe is fitted on. */
  fitted: readonly SequenceWindow[] = windows,
  /** For what a fold leaves too few captures of; if it was fitted on these captures, it knows the environment. */
  earlier?: SequenceCoefficients,
): SequenceEvidence {
  const training = fitted.filter(({ split }) => split === 'train');
  const evidence = new Map<string, number>();
  for (const environment of new Set(windows.map((window) => window.environment))) {
    const fit = fitSequence(
      training.filter((window) => window.environment !== environment),
      recipe,
      'fold',
      { earlier },
    );
    for (const window of windows.filter((one) => one.environment === environment)) {
      const added = fuseSequence(
        fit,
        signalsOf(fit).map((id) => window.read(id)),
      );
      evidence.set(
        windowKey(window, window.number),
        added.reduce((sum, { logOdds }) => sum + logOdds, 0),
      );
    }
  }
  return evidence;
}

import type { SequenceReading } from '@vivant/engine/fusion/fuse-sequence';
import { sequenceSignal } from '@vivant/engine/signals/sequence-registry';
import type { TrainingSequence } from './training-sequence.ts';
import { windowsOf } from './windows.ts';

/** Consecutive frames of a labelled capture; each signal is measured once, when it is first asked for. */
export interface SequenceWindow extends Omit<TrainingSequence, 'frames'> {
  /** Which window of its capture it is. */
  readonly number: number;
  read(signalId: string): SequenceReading;
}

/** Cuts captures into windows of so many frames. */
export function cutWindows(sequences: readonly TrainingSequence[], framesRequired: number): SequenceWindow[] {
  return sequences.flatMap(({ frames, ...label }) =>
    [...windowsOf(frames, framesRequired)].map(([number, window]) => {
      const readings = new Map<string, SequenceReading>();
      return {
        ...label,
        number,
        read(signalId: string) {
          const signal = sequenceSignal(signalId);
          const reading = readings.get(signalId) ?? {
            signal: signalId,
            features: signal.features,
            values: signal.compute(window),
          };
          readings.set(signalId, reading);
          return reading;
        },
      };
    }),
  );
}

/** One value of a window; undefined when it could not be measured. @throws Error when the signal has no such value */
export function valueOf(window: SequenceWindow, signal: string, feature: string): number | undefined {
  const at = sequenceSignal(signal).features.indexOf(feature);
  if (at < 0) throw new Error(`${signal} has no ${feature}`);
  return window.read(signal).values?.[at];
}

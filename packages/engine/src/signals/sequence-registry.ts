import { faceRigidity } from './face-rigidity.ts';
import { flicker } from './flicker.ts';
import { frameNoise } from './frame-noise.ts';
import { meshMotion } from './mesh-motion.ts';
import { pulse } from './pulse.ts';
import { repetition } from './repetition.ts';
import { ringMotion } from './ring-motion.ts';
import type { SequenceSignal } from './sequence-signal.ts';

/** Every sequence signal a model may name. */
export const SEQUENCE_SIGNALS: readonly SequenceSignal[] = [
  ringMotion,
  faceRigidity,
  meshMotion,
  repetition,
  pulse,
  frameNoise,
  flicker,
];

const BY_ID = new Map(SEQUENCE_SIGNALS.map((signal) => [signal.id, signal]));

/** Looks a signal up by id. @throws Error naming an unknown id: a coefficients file for another engine version */
export function sequenceSignal(id: string): SequenceSignal {
  const signal = BY_ID.get(id);
  if (!signal) throw new Error(`unknown sequence signal: ${id}`);
  return signal;
}

import { blur } from './blur.ts';
import { faceTexture } from './face-texture.ts';
import { faceTone } from './face-tone.ts';
import type { FrameSignal } from './frame-signal.ts';
import { noise } from './noise.ts';
import { createPadLayers } from './pad-layers.ts';
import { createPadLogits } from './pad-logits.ts';
import { ringColour } from './ring-colour.ts';
import { spectrum } from './spectrum.ts';
import { swapLayers } from './swap-layers.ts';

/** Every frame signal a model may name. */
const FRAME_SIGNALS: readonly FrameSignal[] = [
  createPadLogits('pad-logits', ['minifasnet@1.5', 'minifasnet@2', 'minifasnet@2.7', 'fr-liveness@2.7']),
  createPadLogits('pad-logits-fast', ['minifasnet@1.5', 'minifasnet@2.7', 'fr-liveness@2.7']),
  createPadLayers('pad-layers', ['minifasnet@1.5', 'minifasnet@2', 'minifasnet@2.7']),
  createPadLayers('pad-layers-fast', ['minifasnet@1.5', 'minifasnet@2.7']),
  ringColour,
  blur,
  noise,
  spectrum,
  faceTexture,
  faceTone,
  swapLayers,
];

const BY_ID = new Map(FRAME_SIGNALS.map((signal) => [signal.id, signal]));

/** Looks signals up by id. @throws Error naming an unknown id: a coefficients file for another engine version */
export function frameSignals(ids: readonly string[]): FrameSignal[] {
  return ids.map((id) => {
    const signal = BY_ID.get(id);
    if (!signal) throw new Error(`unknown frame signal: ${id}`);
    return signal;
  });
}

import type { FrameSignal, NetReadingKey } from './frame-signal.ts';
import { TAPPED_CHANNELS } from './tapped-layers.ts';

/**
 * Spatial mean and deviation of every channel of three middle layers of MiniFASNetV2: texture evidence that its last
 * layer throws away. Small crops carry more of it than the 2.7 the net was trained with: they are skin only, and never
 * clamped at the image border.
 */
export function createPadLayers(id: string, readings: readonly NetReadingKey[]): FrameSignal {
  return {
    id,
    features: readings.flatMap((key) => LAYER_FEATURES.map((name) => `${key}-${name}`)),
    reasons: { fake: 'recapture_texture', live: 'natural_skin' },
    needs: readings,
    compute(frame) {
      const features = new Float32Array(readings.length * LAYER_FEATURES.length);
      readings.forEach((key, at) => {
        features.set(frame.readings.get(key)!.layers, at * LAYER_FEATURES.length);
      });
      return features;
    },
  };
}

const LAYER_FEATURES = TAPPED_CHANNELS.flatMap((channels, tap) =>
  ['mean', 'deviation'].flatMap((statistic) =>
    Array.from({ length: channels }, (_, channel) => `tap${tap}-${statistic}-${channel}`),
  ),
);

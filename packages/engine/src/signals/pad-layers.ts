import { TAPPED_CHANNELS } from '../nets/minifasnet.ts';
import type { FrameSignal, NetReadingKey } from './frame-signal.ts';

const READING: NetReadingKey = 'minifasnet@2.7';

/** Spatial mean and deviation of every channel of three middle layers of MiniFASNetV2: texture evidence its last layer throws away. */
export const padLayers: FrameSignal = {
  id: 'pad-layers',
  features: TAPPED_CHANNELS.flatMap((channels, tap) =>
    ['mean', 'deviation'].flatMap((statistic) =>
      Array.from({ length: channels }, (_, channel) => `tap${tap}-${statistic}-${channel}`),
    ),
  ),
  needs: [READING],
  compute: (frame) => frame.readings.get(READING)!.layers,
};

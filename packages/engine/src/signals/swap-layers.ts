import type { FrameSignal } from './frame-signal.ts';

/** Channels of the tapped layers of fr_feature, from fine to coarse. */
export const SWAP_CHANNELS = [64, 128, 128, 128, 128] as const;

const RING_PAIRS = ['inner-middle', 'inner-outer', 'middle-outer'];
const NET = 'fr-feature@1';

/**
 * How the inner face differs from the skin, hair and edge around it in middle layers of a face recognition net. A swapped
 * face comes from a generator and is blended in; what surrounds it comes from the camera.
 */
export const swapLayers: FrameSignal = {
  id: 'swap-layers',
  features: SWAP_CHANNELS.flatMap((channels, tap) =>
    RING_PAIRS.flatMap((pair) =>
      ['mean', 'deviation'].flatMap((statistic) =>
        Array.from({ length: channels }, (_, channel) => `tap${tap}-${pair}-${statistic}-${channel}`),
      ),
    ),
  ),
  reasons: { fake: 'face_swap', live: 'consistent_face' },
  needs: [NET],
  compute: ({ readings }) => readings.get(NET)!.layers,
};

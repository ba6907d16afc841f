import { resampleRotatedSquare, type TensorFormat } from '../image/crop.ts';
import { SWAP_CHANNELS } from '../signals/swap-layers.ts';
import { alignedSquare } from './aligned-square.ts';
import { type NetSession, openNet } from './net-session.ts';
import type { PadNet } from './pad-net.ts';
import { ringContrasts } from './ring-contrasts.ts';

const SIDE = 112;
const FORMAT: TensorFormat = {
  width: SIDE,
  height: SIDE,
  layout: 'nchw',
  channels: 'rgb',
  scale: 1 / 127.5,
  offset: -1,
};
/** Outputs of the tapped layers, `[1, channels, side, side]`; named after their values in the file. */
const TAP_OUTPUTS = ['384', '416', '438', '460', '492'] as const;

/**
 * fr_feature (npm faceplugin, a MobileFaceNet) on a crop aligned by eyes and mouth. Its embedding, which would tell who it
 * is, is never kept: `layers` holds how middle layers differ between the inner face and what surrounds it.
 * Opened on first use: few models read it.
 */
export function openFrFeature(path: string): PadNet {
  let opened: Promise<NetSession> | undefined;
  return {
    async read(image, face, scale) {
      opened ??= openNet(path, [1, 3, SIDE, SIDE]);
      const net = await opened;
      resampleRotatedSquare(image, alignedSquare(face.landmarks, scale), FORMAT, net.input);
      const outputs = await net.run();
      const maps = TAP_OUTPUTS.map((name, tap) => ({ map: outputs[name]!, channels: SWAP_CHANNELS[tap]! }));
      return { liveLogOdds: Number.NaN, layers: ringContrasts(maps) };
    },
    async release() {
      await (await opened)?.release();
    },
  };
}

import { resampleRect, type TensorFormat } from '../image/crop.ts';
import { openNet } from './net-session.ts';
import { padCrop } from './pad-crop.ts';
import { classLogOdds, type PadNet } from './pad-net.ts';

const SIDE = 128;
/** BGR, 0..255: the package's own code feeds RGB and loses a fifth of its accuracy. */
const FORMAT: TensorFormat = {
  width: SIDE,
  height: SIDE,
  layout: 'nchw',
  channels: 'bgr',
  scale: 1,
  offset: 0,
};
const LOGITS_OUTPUT = 'output';
const LIVE_CLASS = 0;

const NO_LAYERS = new Float32Array(0);

/** Opens fr_liveness (npm faceplugin), a second opinion: 128x128 BGR crops of 2.7 times the face box. */
export async function openFrLiveness(path: string): Promise<PadNet> {
  const net = await openNet(path, [1, 3, SIDE, SIDE]);
  return {
    async read(image, face, scale) {
      resampleRect(image, padCrop(image.width, image.height, face.box, scale), FORMAT, net.input);
      const outputs = await net.run();
      return { liveLogOdds: classLogOdds(outputs[LOGITS_OUTPUT]!, LIVE_CLASS), layers: NO_LAYERS };
    },
    release: () => net.release(),
  };
}

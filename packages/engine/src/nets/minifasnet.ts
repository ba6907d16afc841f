import { resampleRect, type TensorFormat } from '../image/crop.ts';
import { TAPPED_CHANNELS } from '../signals/tapped-layers.ts';
import { channelStatistics } from './layer-statistics.ts';
import { openNet } from './net-session.ts';
import { padCrop } from './pad-crop.ts';
import { classLogOdds, type PadNet } from './pad-net.ts';

const SIDE = 80;
/** BGR, 0..255, no normalisation: anything else still gives plausible numbers, and wrong ones. */
const FORMAT: TensorFormat = {
  width: SIDE,
  height: SIDE,
  layout: 'nhwc',
  channels: 'bgr',
  scale: 1,
  offset: 0,
};
const LOGITS_OUTPUT = 'logits';
/** Classes: paper, live, screen. */
const LIVE_CLASS = 1;
/** Outputs of the tapped layers, `[1, channels, side, side]`. */
const TAP_OUTPUTS = ['tap_conv_3', 'tap_conv_4', 'tap_conv_5'] as const;

/** Opens MiniFASNetV2 (minivision-ai, Silent-Face-Anti-Spoofing, 2020): 80x80 BGR crops of 2.7 times the face box. */
export async function openMiniFasNet(path: string): Promise<PadNet> {
  const net = await openNet(path, [1, SIDE, SIDE, 3]);
  return {
    async read(image, face, scale) {
      resampleRect(image, padCrop(image.width, image.height, face.box, scale), FORMAT, net.input);
      const outputs = await net.run();
      return {
        liveLogOdds: classLogOdds(outputs[LOGITS_OUTPUT]!, LIVE_CLASS),
        layers: channelStatistics(
          TAP_OUTPUTS.map((name, tap) => ({ map: outputs[name]!, channels: TAPPED_CHANNELS[tap]! })),
        ),
      };
    },
    release: () => net.release(),
  };
}

import { resampleRect, type TensorFormat } from '../image/crop.ts';
import type { Raster } from '../image/raster.ts';
import { openNet } from './net-session.ts';

/** How probably each part of a picture shows a person. */
export interface PersonMask {
  /** Cells along each side; the mask covers the whole picture, stretched. */
  readonly side: number;
  /** Rows top to bottom, 0..1. */
  readonly probability: Float32Array;
}

/** Tells people from their background. */
export interface PersonSegmenter {
  segment(image: Raster): Promise<PersonMask>;
  release(): Promise<void>;
}

const SIDE = 256;
const FORMAT: TensorFormat = {
  width: SIDE,
  height: SIDE,
  layout: 'nhwc',
  channels: 'rgb',
  scale: 1 / 255,
  offset: 0,
};
const MASK_OUTPUT = 'mask';

/** Opens MediaPipe's selfie segmentation net (general, 256x256): RGB in 0..1, the picture stretched to a square. */
export async function openPersonSegmenter(path: string): Promise<PersonSegmenter> {
  const net = await openNet(path, [1, SIDE, SIDE, 3]);
  return {
    async segment(image) {
      resampleRect(image, { x: 0, y: 0, width: image.width, height: image.height }, FORMAT, net.input);
      const outputs = await net.run();
      return { side: SIDE, probability: outputs[MASK_OUTPUT]! };
    },
    release: () => net.release(),
  };
}

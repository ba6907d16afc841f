import { luma } from './luma.ts';
import type { PixelRect } from './pixel-rect.ts';
import type { Raster } from './raster.ts';
import { resamplePatch } from './rgb-patch.ts';

/** Added to a byte before its logarithm, so that sensor noise in the dark does not dominate. */
const LOG_OFFSET = 8;

/** Natural logarithm of each byte. */
export const LOG_BYTE = Float32Array.from({ length: 256 }, (_, byte) => Math.log(byte + LOG_OFFSET));

/**
 * Light and colour of a square patch as logarithms: exposure and white balance shift them and a gamma curve scales
 * them, all alike, so that their differences and ratios describe the scene.
 */
export interface LogColourPatch {
  readonly luma: Float32Array;
  /** Red over green. */
  readonly red: Float32Array;
  /** Blue over green. */
  readonly blue: Float32Array;
}

/** Resamples a rectangle to `side * side` pixels of logarithmic colour. */
export function resampleLogColour(image: Raster, rect: PixelRect, side: number): LogColourPatch {
  const { red, green, blue } = resamplePatch(image, rect, side, LOG_BYTE);
  const light = new Float32Array(green.length);
  for (let at = 0; at < light.length; at++) {
    light[at] = luma(red[at]!, green[at]!, blue[at]!);
    red[at]! -= green[at]!;
    blue[at]! -= green[at]!;
  }
  return { luma: light, red, blue };
}

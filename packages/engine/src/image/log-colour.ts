import { luma } from './luma.ts';
import type { RgbPatch } from './rgb-patch.ts';

/** Added to a byte before its logarithm, so that sensor noise in the dark does not dominate. */
export const LOG_OFFSET = 8;

/**
 * Light and colour of a patch as logarithms: exposure and white balance shift them and a gamma curve scales them, all
 * alike, so that their differences and ratios describe the scene.
 */
export interface LogColour {
  readonly luma: Float32Array;
  /** Red over green. */
  readonly red: Float32Array;
  /** Blue over green. */
  readonly blue: Float32Array;
}

/** Converts a patch. */
export function toLogColour({ red, green, blue }: RgbPatch): LogColour {
  const logGreen = green.map((value) => Math.log(value + LOG_OFFSET));
  return {
    luma: red.map((value, at) => Math.log(luma(value, green[at]!, blue[at]!) + LOG_OFFSET)),
    red: red.map((value, at) => Math.log(value + LOG_OFFSET) - logGreen[at]!),
    blue: blue.map((value, at) => Math.log(value + LOG_OFFSET) - logGreen[at]!),
  };
}

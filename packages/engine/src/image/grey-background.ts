import type { Box } from '../face/face.ts';
import type { Raster } from './raster.ts';

/** Neutral grey. */
const GREY = 128;

/** A mask over a whole picture, stretched to a square of `side` cells. */
interface Mask {
  readonly side: number;
  readonly probability: Float32Array;
}

/**
 * Fades everything that is no person into neutral grey; the edge is as soft as the mask.
 * @param kept whole pixels inside the image that stay as they are, whatever the mask says
 */
export function greyBackground(image: Raster, { side, probability }: Mask, kept: Box): Raster {
  const { width, height } = image;
  const data = new Uint8Array(image.data.length);
  const columns = cellsAlong(width, side);
  const rows = cellsAlong(height, side);
  for (let y = 0, at = 0; y < height; y++) {
    const { low, high, weight } = rows[y]!;
    for (let x = 0; x < width; x++, at += 3) {
      const column = columns[x]!;
      const top = mix(
        probability[low * side + column.low]!,
        probability[low * side + column.high]!,
        column.weight,
      );
      const bottom = mix(
        probability[high * side + column.low]!,
        probability[high * side + column.high]!,
        column.weight,
      );
      const share = mix(top, bottom, weight);
      for (let channel = at; channel < at + 3; channel++) {
        data[channel] = Math.round(mix(GREY, image.data[channel]!, share));
      }
    }
  }
  for (let y = kept.y; y < kept.y + kept.height; y++) {
    const from = (y * width + kept.x) * 3;
    data.set(image.data.subarray(from, from + kept.width * 3), from);
  }
  return { width, height, data };
}

/** For each pixel of an axis the two mask cells around its centre and the weight of the second. */
function cellsAlong(pixels: number, side: number) {
  return Array.from({ length: pixels }, (_, at) => {
    const position = Math.min(Math.max(((at + 0.5) * side) / pixels - 0.5, 0), side - 1);
    const low = Math.floor(position);
    return { low, high: Math.min(low + 1, side - 1), weight: position - low };
  });
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

import type { Face } from '../../face/face.ts';
import type { Raster } from '../raster.ts';

/** Size of the scene and where its face is. */
export const SCENE_SIZE = { width: 160, height: 120 } as const;
export const SCENE_FACE: Face = {
  box: { x: 50, y: 30, width: 48, height: 60 },
  landmarks: new Float32Array(478 * 3),
  presence: 1,
};

/**
 * Draws a grainy room with a reddish, softly shaded ellipse for a face, in integers only, so that any language can
 * reproduce it byte by byte.
 */
export function drawScene(): Raster {
  const { width, height } = SCENE_SIZE;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x - 74;
      const dy = y - 60;
      const isFace = dx * dx * 25 + dy * dy * 16 < 14_400;
      const at = (y * width + x) * 3;
      data[at] = isFace
        ? 150 - Math.floor((dx * dx) / 16) + grain(x, y, 0, 9)
        : 60 + (x >> 1) + grain(x, y, 0, 17);
      data[at + 1] = isFace
        ? 110 - Math.floor((dy * dy) / 32) + grain(x, y, 1, 9)
        : 80 + (y >> 2) + grain(x, y, 1, 17);
      data[at + 2] = isFace ? 96 + (dx >> 2) + grain(x, y, 2, 15) : 120 - (x >> 2) + grain(x, y, 2, 21);
    }
  }
  return { width, height, data };
}

/** A picture of one colour. */
export function drawFlat(width: number, height: number, colour: readonly [number, number, number]): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at++) data[at] = colour[at % 3]!;
  return { width, height, data };
}

/** The picture after a change of every byte. */
export function mapBytes(image: Raster, change: (byte: number) => number): Raster {
  return { ...image, data: image.data.map(change) };
}

/** Integer hash of a position, 0 to `levels - 1`. */
function grain(x: number, y: number, channel: number, levels: number): number {
  let h = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(channel, 974_711);
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  return ((h ^ (h >>> 16)) >>> 0) % levels;
}

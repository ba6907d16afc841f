import type { Raster } from './raster.ts';

/** A picture as cameras and video codecs hand it over: full luma, chroma of every second pixel and row. */
export interface I420Picture {
  readonly width: number;
  readonly height: number;
  /** Planes Y, U, V without padding; the chroma planes are half as wide and high, rounded up. */
  readonly data: Uint8Array;
}

/** ITU-R BT.601 of limited range (Y 16..235, chroma 16..240), which WebRTC and H.264 of cameras deliver; in 1/256. */
const LUMA_GAIN = 298;
const RED_OF_V = 409;
const GREEN_OF_U = -100;
const GREEN_OF_V = -208;
const BLUE_OF_U = 516;
const ROUNDING = 128;

/**
 * Converts to RGB; each chroma sample stands for the four pixels it was taken from.
 * @throws RangeError when the planes do not fill the size
 */
export function rgbOfI420({ width, height, data }: I420Picture): Raster {
  const chromaWidth = Math.ceil(width / 2);
  const chromaSize = chromaWidth * Math.ceil(height / 2);
  const size = width * height;
  if (size === 0 || data.length !== size + 2 * chromaSize) {
    throw new RangeError(`${data.length} bytes are no I420 picture of ${width} x ${height}`);
  }
  // Clamped: assignments round and saturate.
  const rgb = new Uint8ClampedArray(size * 3);
  for (let y = 0, at = 0, to = 0; y < height; y++) {
    const chromaRow = size + (y >> 1) * chromaWidth;
    for (let x = 0; x < width; x++, at++, to += 3) {
      const luma = (data[at]! - 16) * LUMA_GAIN + ROUNDING;
      const u = data[chromaRow + (x >> 1)]! - 128;
      const v = data[chromaRow + chromaSize + (x >> 1)]! - 128;
      rgb[to] = (luma + RED_OF_V * v) >> 8;
      rgb[to + 1] = (luma + GREEN_OF_U * u + GREEN_OF_V * v) >> 8;
      rgb[to + 2] = (luma + BLUE_OF_U * u) >> 8;
    }
  }
  return { width, height, data: new Uint8Array(rgb.buffer) };
}

import type { Raster } from './raster.ts';

/** One 8-bit luma value a pixel, rows top to bottom. */
export interface LumaPlane {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Luma of an image, averaged over blocks of whole pixels so that neither side exceeds `sideMax`. */
export function shrinkToLuma(image: Raster, sideMax: number): LumaPlane & { readonly block: number } {
  const block = Math.max(1, Math.ceil(Math.max(image.width, image.height) / sideMax));
  const width = Math.max(1, Math.floor(image.width / block));
  const height = Math.max(1, Math.floor(image.height / block));
  const data = new Uint8Array(width * height);
  // 8-bit fixed point weights of ITU-R BT.601; they add up to 256.
  const scale = 1 / (256 * block * block);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let row = 0; row < block; row++) {
        let at = ((y * block + row) * image.width + x * block) * 3;
        for (let column = 0; column < block; column++, at += 3) {
          sum += 77 * image.data[at]! + 150 * image.data[at + 1]! + 29 * image.data[at + 2]!;
        }
      }
      data[y * width + x] = sum * scale + 0.5;
    }
  }
  return { width, height, data, block };
}

/** Half the size, each pixel the mean of four. */
export function halvePlane({ width, height, data }: LumaPlane): LumaPlane {
  const half = { width: width >> 1, height: height >> 1 };
  const mean = new Uint8Array(half.width * half.height);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x;
      const sum = data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!;
      mean[y * half.width + x] = (sum + 2) >> 2;
    }
  }
  return { ...half, data: mean };
}

import { Transformer } from '@napi-rs/image';
import type { Raster } from './raster.ts';

/** Encodes a picture without loss. */
export function encodePng(image: Raster): Promise<Uint8Array> {
  return transformerOf(image).png();
}

/** Encodes a picture as JPEG. @param quality 1..100 */
export function encodeJpeg(image: Raster, quality: number): Promise<Uint8Array> {
  return transformerOf(image).jpeg(quality);
}

/** The library takes four channels only. */
function transformerOf({ width, height, data }: Raster): Transformer {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgba.set(data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  }
  return Transformer.fromRgbaPixels(rgba, width, height);
}

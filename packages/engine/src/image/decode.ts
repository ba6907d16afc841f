import { Transformer } from '@napi-rs/image';
import type { UndecodableCause } from '../check.ts';
import { type ImageHeader, readImageHeader, sniffFormat } from './header.ts';
import { hasJpegEnd } from './jpeg-header.ts';
import type { Raster } from './raster.ts';
import { toRgb8 } from './rgb8.ts';

/** How large an image may say it is before it is decoded. */
export interface ImageLimits {
  readonly sidePixelsMax: number;
  readonly pixelsMax: number;
}

export const DEFAULT_IMAGE_LIMITS: ImageLimits = { sidePixelsMax: 4096, pixelsMax: 4096 * 4096 };

export type DecodeResult =
  | { readonly ok: true; readonly image: Raster }
  | { readonly ok: false; readonly cause: UndecodableCause };

/**
 * Decodes PNG, JPEG or WebP (of an animation the first picture) to upright 8-bit RGB. Synchronous: one frame takes
 * about as long as a hop to the thread pool and back, and the caller is a worker thread that has nothing else to do.
 */
export function decodeImage(bytes: Uint8Array, limits: ImageLimits = DEFAULT_IMAGE_LIMITS): DecodeResult {
  if (sniffFormat(bytes) === undefined) return { ok: false, cause: 'unknown-format' };
  const header = readImageHeader(bytes);
  if (header === undefined) return { ok: false, cause: 'corrupt' };
  if (exceeds(header, limits)) return { ok: false, cause: 'too-many-pixels' };
  // The decoder fills what a truncated JPEG lacks with grey; other truncated formats it rejects itself.
  if (header.format === 'jpeg' && !hasJpegEnd(bytes)) return { ok: false, cause: 'corrupt' };
  const image = decodePixels(bytes, header);
  return image === undefined ? { ok: false, cause: 'corrupt' } : { ok: true, image };
}

function exceeds({ width, height }: ImageHeader, limits: ImageLimits): boolean {
  return Math.max(width, height) > limits.sidePixelsMax || width * height > limits.pixelsMax;
}

function decodePixels(bytes: Uint8Array, header: ImageHeader): Raster | undefined {
  const { width, height, orientation, sampleBytes } = header;
  const samples = readSamples(bytes, orientation);
  const data = samples && toRgb8(samples, width * height, sampleBytes);
  if (data === undefined) return undefined;
  const turned = orientation >= 5;
  return { width: turned ? height : width, height: turned ? width : height, data };
}

function readSamples(bytes: Uint8Array, orientation: number): Uint8Array | undefined {
  try {
    const transformer = new Transformer(bytes);
    // The library ignores EXIF unless asked; asked without a number, it would parse the file once more.
    if (orientation !== 1) transformer.rotate(orientation);
    const { buffer, byteOffset, length } = transformer.rawPixelsSync();
    return new Uint8Array(buffer, byteOffset, length);
  } catch {
    // The only failure the decoder knows is a damaged image; its message could quote file content.
    return undefined;
  }
}

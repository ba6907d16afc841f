import type { Orientation } from './exif.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { readPngHeader } from './png-header.ts';
import { readWebpHeader } from './webp-header.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

/** What an encoded image says about itself before any pixel is decoded. */
export interface ImageHeader {
  readonly format: ImageFormat;
  /** Pixels as stored, before the orientation is applied. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Bytes of one decoded sample: 2 for 16-bit PNG. */
  readonly sampleBytes: 1 | 2;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** Names the format by its magic bytes; undefined when it is none the engine accepts. */
export function sniffFormat(bytes: Uint8Array): ImageFormat | undefined {
  if (hasBytesAt(bytes, 0, PNG_SIGNATURE)) return 'png';
  if (hasBytesAt(bytes, 0, JPEG_SIGNATURE)) return 'jpeg';
  if (hasBytesAt(bytes, 0, RIFF) && hasBytesAt(bytes, 8, WEBP)) return 'webp';
  return undefined;
}

const READERS: Record<ImageFormat, (bytes: Uint8Array) => ImageHeader | undefined> = {
  png: readPngHeader,
  jpeg: readJpegHeader,
  webp: readWebpHeader,
};

/** Reads format, size and orientation without decoding; undefined for an unknown format or a damaged header. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const format = sniffFormat(bytes);
  return format && READERS[format](bytes);
}

function hasBytesAt(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}

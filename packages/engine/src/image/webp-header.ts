import { type Orientation, readOrientation } from './exif.ts';
import type { ImageHeader } from './header.ts';

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Enough of the first chunk's payload for each of the three kinds. */
const FIRST_PAYLOAD_BYTES = 10;
const VP8 = 0x56503820;
const VP8L = 0x5650384c;
const VP8X = 0x56503858;
const EXIF = 0x45584946;
const VP8_START_CODE = 0x9d012a;
const VP8L_SIGNATURE = 0x2f;

/** Reads the canvas size and EXIF chunk of a WebP (RFC 9649, section 2); undefined when its first chunk is damaged. */
export function readWebpHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const payload = RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES;
  if (bytes.length < payload + FIRST_PAYLOAD_BYTES) return undefined;
  const size = readSize(view, view.getUint32(RIFF_HEADER_BYTES), payload);
  return size && { format: 'webp', ...size, orientation: findOrientation(bytes, view), sampleBytes: 1 };
}

function readSize(view: DataView, kind: number, at: number): { width: number; height: number } | undefined {
  if (kind === VP8X) {
    return { width: readUint24(view, at + 4) + 1, height: readUint24(view, at + 7) + 1 };
  }
  if (kind === VP8L) {
    const packed = view.getUint32(at + 1, true);
    const size = { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    return view.getUint8(at) === VP8L_SIGNATURE ? size : undefined;
  }
  // Width and height are 14 bits; the upper two hold a scaling hint that decoders ignore.
  const width = view.getUint16(at + 6, true) & 0x3fff;
  const height = view.getUint16(at + 8, true) & 0x3fff;
  const startCode = view.getUint32(at + 3) >>> 8;
  return kind === VP8 && startCode === VP8_START_CODE && width > 0 && height > 0
    ? { width, height }
    : undefined;
}

function findOrientation(bytes: Uint8Array, view: DataView): Orientation {
  let chunk = RIFF_HEADER_BYTES;
  while (chunk + CHUNK_HEADER_BYTES <= bytes.length) {
    const length = view.getUint32(chunk + 4, true);
    const data = chunk + CHUNK_HEADER_BYTES;
    if (view.getUint32(chunk) === EXIF) return readOrientation(bytes.subarray(data, data + length));
    chunk = data + length + (length & 1);
  }
  return 1;
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

import { type Orientation, readOrientation } from './exif.ts';
import type { ImageHeader } from './header.ts';

const SIGNATURE_BYTES = 8;
const CHUNK_OVERHEAD_BYTES = 12;
const IHDR_BYTES = 13;
const IHDR = 0x49484452;
const EXIF = 0x65584966;

/** Reads IHDR and eXIf of a PNG (PNG 3rd edition, 5.3 and 11.2); undefined when IHDR is missing or empty. */
export function readPngHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const data = SIGNATURE_BYTES + 8;
  if (bytes.length < data + IHDR_BYTES) return undefined;
  if (view.getUint32(SIGNATURE_BYTES) !== IHDR_BYTES || view.getUint32(SIGNATURE_BYTES + 4) !== IHDR) {
    return undefined;
  }
  const width = view.getUint32(data);
  const height = view.getUint32(data + 4);
  if (width === 0 || height === 0) return undefined;
  const sampleBytes = view.getUint8(data + 8) === 16 ? 2 : 1;
  return { format: 'png', width, height, orientation: findOrientation(bytes, view), sampleBytes };
}

function findOrientation(bytes: Uint8Array, view: DataView): Orientation {
  let chunk = SIGNATURE_BYTES;
  while (chunk + CHUNK_OVERHEAD_BYTES <= bytes.length) {
    const length = view.getUint32(chunk);
    const data = chunk + 8;
    if (view.getUint32(chunk + 4) === EXIF) return readOrientation(bytes.subarray(data, data + length));
    chunk += CHUNK_OVERHEAD_BYTES + length;
  }
  return 1;
}

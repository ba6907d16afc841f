import { hasExifPrefix, type Orientation, readOrientation } from './exif.ts';
import type { ImageHeader } from './header.ts';

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Precision (1), height (2), width (2), after the two length bytes. */
const FRAME_HEADER_BYTES = 7;

interface Segment {
  readonly marker: number;
  /** Payload without marker and length. */
  readonly payload: Uint8Array;
  /** Offset just behind the segment. */
  readonly end: number;
}

/**
 * Reads the frame header and EXIF orientation of a JPEG (ITU-T T.81, annex B); undefined unless exactly one
 * frame header of at least 1x1 stands before the first scan.
 */
export function readJpegHeader(bytes: Uint8Array): ImageHeader | undefined {
  let frame: Uint8Array | undefined;
  let orientation: Orientation = 1;
  for (const { marker, payload } of segments(bytes)) {
    if (marker === APP1 && hasExifPrefix(payload)) orientation = readOrientation(payload);
    if (!isStartOfFrame(marker)) continue;
    // A second frame header would let the size that is decoded differ from the size that was checked.
    if (frame !== undefined || payload.length < FRAME_HEADER_BYTES - 2) return undefined;
    frame = payload;
  }
  if (frame === undefined) return undefined;
  const height = (frame[1]! << 8) | frame[2]!;
  const width = (frame[3]! << 8) | frame[4]!;
  if (width === 0 || height === 0) return undefined;
  return { format: 'jpeg', width, height, orientation, sampleBytes: 1 };
}

/**
 * Whether an end-of-image marker follows the start of the first scan. Entropy-coded data never contains one
 * (T.81, B.1.1.5), and an embedded thumbnail's stands before the scan, so its absence means truncation.
 */
export function hasJpegEnd(bytes: Uint8Array): boolean {
  let scan = bytes.length;
  for (const { marker, end } of segments(bytes)) if (marker === START_OF_SCAN) scan = end;
  for (let at = bytes.length - 2; at >= scan; at--) {
    if (bytes[at] === 0xff && bytes[at + 1] === END_OF_IMAGE) return true;
  }
  return false;
}

/** Walks the marker segments up to and including the first start of scan, or to the first damage. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return;
    yield { marker, payload: bytes.subarray(at + 4, end), end };
    if (marker === START_OF_SCAN) return;
    at = end;
  }
}

/** SOF0-SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

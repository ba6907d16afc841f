import type { BufferedFrame } from './frame-buffer.ts';

/**
 * The stored form of a frame: capture time (8 bytes), number of landmark values (4 bytes; the two highest
 * numbers say that there are none), the values as 32-bit floats, the picture. All little-endian.
 */
const HEADER_BYTES = 12;
const NOT_SENT = 0xffff_ffff;
const NO_FACE = 0xffff_fffe;

/** Turns a frame without its index into bytes. */
export function encodeFrame({ timestampMs, landmarks, bytes }: BufferedFrame): Buffer {
  const values = landmarks ?? new Float32Array(0);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeDoubleLE(timestampMs, 0);
  header.writeUInt32LE(landmarks ? landmarks.length : landmarks === null ? NO_FACE : NOT_SENT, 8);
  const points = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) points.writeFloatLE(value, at * 4);
  return Buffer.concat([header, points, bytes]);
}

/** Reads what {@link encodeFrame} wrote; the picture is a view of `stored`. */
export function decodeFrame(index: number, stored: Buffer): BufferedFrame {
  const timestampMs = stored.readDoubleLE(0);
  const count = stored.readUInt32LE(8);
  if (count === NOT_SENT) return { index, timestampMs, bytes: stored.subarray(HEADER_BYTES) };
  if (count === NO_FACE) {
    return { index, timestampMs, bytes: stored.subarray(HEADER_BYTES), landmarks: null };
  }
  const landmarks = Float32Array.from({ length: count }, (_, at) =>
    stored.readFloatLE(HEADER_BYTES + at * 4),
  );
  return { index, timestampMs, bytes: stored.subarray(HEADER_BYTES + count * 4), landmarks };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Frame } from '@vivant/contract/frame';
import type { EncodedFrame } from '@vivant/engine/check';
import { ApiError } from '@vivant/service-kit/api-error';
import { decodeBase64Image } from './base64-image.ts';

/** Base64 letters decoded in one turn of the event loop: about 2 ms. */
const LETTERS_PER_TURN = 4_000_000;

/**
 * Turns the frames of a request into image bytes, sorted by index.
 * @throws ApiError `validation_error` for invalid base64, `payload_too_large` for a frame above the limit
 */
export async function decodeFrames(frames: readonly Frame[], frameBytesMax: number): Promise<EncodedFrame[]> {
  const sorted = frames.toSorted((a, b) => a.index - b.index);
  const decoded: EncodedFrame[] = [];
  let letters = 0;
  for (const frame of sorted) {
    letters += frame.pixels.length;
    if (letters > LETTERS_PER_TURN) {
      await nextTurn();
      letters = frame.pixels.length;
    }
    decoded.push(decodeFrame(frame, frameBytesMax));
  }
  return decoded;
}

function decodeFrame(frame: Frame, frameBytesMax: number): EncodedFrame {
  const image = decodeBase64Image(frame.pixels, frameBytesMax);
  if (image.kind === 'bytes') {
    return { index: frame.index, timestampMs: frame.timestamp_ms, bytes: image.bytes };
  }
  if (image.kind === 'invalid') {
    throw new ApiError('validation_error', `Frame ${frame.index}: pixels is not valid base64.`);
  }
  throw new ApiError('payload_too_large', `Frame ${frame.index} is larger than ${frameBytesMax} bytes.`);
}

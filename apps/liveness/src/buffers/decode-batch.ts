import type { Frame } from '@vivant/contract/frame';
import type { Landmarks } from '@vivant/contract/landmarks';
import type { UndecodableCause } from '@vivant/engine/check';
import { readImageHeader, sniffFormat } from '@vivant/engine/image/header';
import { decodeFrames } from '../checks/decode-frames.ts';
import { undecodableFrame } from '../checks/undecodable-frame.ts';
import { parseLandmarks } from '../landmarks/parse-landmarks.ts';
import type { BufferedFrame } from './frame-buffer.ts';

/** The engine takes no larger pictures. */
const SIDE_PIXELS_MAX = 4096;

/**
 * Turns frames of a request into what is buffered. What their headers tell is checked at once: a frame that is
 * no picture would spoil the whole set later.
 * @param field where the frames are in the request, for errors about their landmarks
 * @throws ApiError `validation_error` or `payload_too_large` naming the frame
 */
export async function decodeBatch(
  frames: readonly (Frame & { readonly landmarks?: Landmarks | undefined })[],
  { field, frameBytesMax }: { readonly field: string; readonly frameBytesMax: number },
): Promise<BufferedFrame[]> {
  const landmarks = new Map(
    frames.flatMap(({ index, landmarks }, at) =>
      landmarks === undefined
        ? []
        : [[index, parseLandmarks(landmarks, `${field}[${at}].landmarks`)] as const],
    ),
  );
  const decoded = await decodeFrames(frames, frameBytesMax);
  return decoded.map((frame) => {
    const cause = faultOf(frame.bytes);
    if (cause) throw undecodableFrame({ kind: 'undecodable', frameIndex: frame.index, cause });
    const points = landmarks.get(frame.index);
    return points === undefined ? frame : { ...frame, landmarks: points };
  });
}

function faultOf(bytes: Uint8Array): UndecodableCause | undefined {
  if (!sniffFormat(bytes)) return 'unknown-format';
  const header = readImageHeader(bytes);
  if (!header) return 'corrupt';
  return Math.max(header.width, header.height) > SIDE_PIXELS_MAX ? 'too-many-pixels' : undefined;
}

import { readFrames } from '@vivant/video/frames';
import type { BufferedFrame } from '../buffers/frame-buffer.ts';
import { encodeFrame } from './encode-frame.ts';

/** What of a video is taken. */
export interface VideoFramesOptions {
  readonly ffmpegPath: string;
  readonly framesRequired: number;
  readonly fileBytesMax: number;
  readonly signal: AbortSignal;
}

/** Frames taken beyond the required ones: some may be unusable, and the first ones of a camera often are. */
const SPARE_FRAMES_MAX = 30;

/** A long capture is taken at half the size, so that it fits into a session's buffer. */
const LONG_CAPTURE_FRAMES = 60;
const SIDE_MAX = 1280;
const SIDE_MAX_LONG = 640;

/**
 * Decodes the beginning of a video: the frames required, and as many again up to 30, from the first one on.
 * @throws VideoError when there are none
 */
export async function* extractFrames(
  path: string,
  { ffmpegPath, framesRequired, fileBytesMax, signal }: VideoFramesOptions,
): AsyncGenerator<BufferedFrame, void, void> {
  const framesMax = framesRequired + Math.min(framesRequired, SPARE_FRAMES_MAX);
  const sideMax = framesMax > LONG_CAPTURE_FRAMES ? SIDE_MAX_LONG : SIDE_MAX;
  for await (const frame of readFrames(path, { ffmpegPath, sideMax, limits: { fileBytesMax }, signal })) {
    yield { index: frame.index, timestampMs: frame.timestampMs, bytes: await encodeFrame(frame) };
    if (frame.index + 1 >= framesMax) return;
  }
}

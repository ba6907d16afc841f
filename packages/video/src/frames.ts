import { resolve } from 'node:path';
import type { Raster } from '@vivant/engine/image/raster';
import { readContainer } from './container.ts';
import { type DecodedPicture, decode, type Patience } from './decode.ts';
import type { DecodePlan, Size } from './ffmpeg-arguments.ts';
import { VideoError } from './video-error.ts';
import { defaultVideoLimits, type VideoLimits } from './video-limits.ts';

/** A decoded frame: upright, with square pixels, and alone in its buffer, which may be transferred to a worker. */
export interface VideoFrame extends Raster {
  /** Counted from 0. */
  readonly index: number;
  /** Presentation time since the start of the file, in milliseconds in steps of a microsecond; evenly spaced only if the video is. */
  readonly timestampMs: number;
}

/** How to read a video. */
export interface ReadFramesOptions {
  /** From {@link findFfmpeg}. */
  readonly ffmpegPath: string;
  /** Longest side of a frame in pixels; larger pictures are scaled down. 1280 by default. */
  readonly sideMax?: number;
  readonly limits?: Partial<VideoLimits>;
  /** Ends the decoding at once; the iteration throws its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Decodes an untrusted video file, frame by frame, in a confined ffmpeg process.
 * ffmpeg waits while the consumer works, a frame or two ahead. Leaving the loop ends the process.
 * Frames before a broken end are yielded without an error; a limit that is reached throws after the frames within it.
 * Throws {@link VideoError}; a file that cannot be opened throws the system's error.
 */
export async function* readFrames(
  path: string,
  options: ReadFramesOptions,
): AsyncGenerator<VideoFrame, void, void> {
  const limits = { ...defaultVideoLimits, ...options.limits };
  const container = await readContainer(path, limits.fileBytesMax);
  const plan: DecodePlan = { path: resolve(path), container, sideMax: options.sideMax ?? 1280, limits };
  const patience: Patience = { waitMsLeft: limits.waitMsMax, signal: options.signal };
  let index = 0;
  for await (const picture of decodeUndistorted(options.ffmpegPath, plan, patience)) {
    if (index >= limits.framesMax || picture.timestampMs > limits.durationMsMax)
      throw new VideoError('too-long');
    const { timestampMs, width, height, data } = picture;
    yield { index: index++, timestampMs, width, height, data };
  }
}

/**
 * Decodes in one run, unless the shape of the picture changes part-way, as when a phone is turned while it records.
 * Then it starts again with the first shape as the canvas, and goes on where it was.
 */
async function* decodeUndistorted(
  ffmpegPath: string,
  plan: DecodePlan,
  patience: Patience,
): AsyncGenerator<DecodedPicture, void, void> {
  let yielded = 0;
  let canvas: Size | undefined;
  for await (const picture of decode(ffmpegPath, plan, patience)) {
    if (picture.reshaped) {
      canvas = { width: picture.width, height: picture.height };
      break;
    }
    yield picture;
    yielded++;
  }
  if (canvas === undefined) return;
  for await (const picture of decode(ffmpegPath, { ...plan, canvas }, patience)) {
    if (yielded-- > 0) continue;
    yield picture;
  }
}

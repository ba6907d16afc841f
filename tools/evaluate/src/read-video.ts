import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import { readFrames } from '@vivant/video/frames';
import type { VideoFrame } from './dataset/read-attempts.ts';

/** How to decode videos. */
export interface VideoReaderOptions {
  /** ffmpeg to use; found on the system or in the packages when absent. */
  readonly ffmpegPath: string | undefined;
  /** Ends the decoding. */
  readonly signal: AbortSignal;
}

/**
 * Creates a reader that decodes videos under the limits of the service. ffmpeg is looked for at the first video, so
 * that a data set without one does not need it.
 */
export function createVideoReader(options: VideoReaderOptions): (path: string) => AsyncIterable<VideoFrame> {
  const { ffmpegPath: configuredPath, signal } = options;
  let found: Promise<string> | undefined;
  return async function* readVideo(path) {
    found ??= findFfmpeg({ configuredPath });
    yield* readFrames(path, { ffmpegPath: await found, signal });
  };
}

import { type ReadFramesOptions, readFrames, type VideoFrame } from './frames.ts';
import { VideoError } from './video-error.ts';

/**
 * Decodes like {@link readFrames}, and ends without an error where a video becomes too long.
 * Throws {@link VideoError} for everything else.
 */
export async function* readFirstFrames(
  path: string,
  options: ReadFramesOptions,
): AsyncGenerator<VideoFrame, void, void> {
  try {
    yield* readFrames(path, options);
  } catch (error) {
    if (!(error instanceof VideoError && error.cause === 'too-long')) throw error;
  }
}

import { ApiError } from '@vivant/service-kit/api-error';
import { VideoError } from '@vivant/video/video-error';
import { ObjectMissingError, ObjectTooLargeError } from '../objects/object-store.ts';
import { NotAVideoError } from './container-gate.ts';
import { VideoFetchError } from './fetch-video.ts';

/** Why a video could not be judged, as its sender is told. */
export interface JudgingFailure {
  readonly message: string;
  /** Whether another attempt would fail in the same way. */
  readonly isFinal: boolean;
}

/** The failure that an error stands for; undefined when it says nothing about the video. */
export function failureOf(error: unknown): JudgingFailure | undefined {
  if (error instanceof VideoError) return ofVideo(error);
  if (error instanceof VideoFetchError) {
    return { message: `The video could not be fetched. ${error.message}`, isFinal: !error.retryable };
  }
  if (error instanceof NotAVideoError) return { message: error.message, isFinal: true };
  if (error instanceof ObjectTooLargeError) {
    return { message: `A video may have at most ${error.bytesMax} bytes.`, isFinal: true };
  }
  if (error instanceof ObjectMissingError) {
    return { message: 'The uploaded video is no longer there.', isFinal: true };
  }
  // The balance was spent since the pre-check, or too few frames are usable.
  if (error instanceof ApiError) return { message: error.message, isFinal: true };
  return undefined;
}

/** Another worker may have the ffmpeg that this one lost. */
function ofVideo({ cause, message }: VideoError): JudgingFailure | undefined {
  return cause === 'ffmpeg-missing' ? undefined : { message, isFinal: true };
}

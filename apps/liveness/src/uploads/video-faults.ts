import type { ErrorCode } from '@vivant/contract/error-codes';
import { ApiError } from '@vivant/service-kit/api-error';
import { VideoError, type VideoErrorCause } from '@vivant/video/video-error';

const CODES: Record<VideoErrorCause, ErrorCode> = {
  'unsupported-container': 'invalid_video_input',
  undecodable: 'invalid_video_input',
  'no-video-stream': 'invalid_video_input',
  'too-long': 'invalid_video_input',
  'timed-out': 'invalid_video_input',
  'too-large': 'payload_too_large',
  'ffmpeg-missing': 'service_unavailable',
};

/** What the caller is told when its video gives no frames; other errors are returned as they are. */
export function toVideoRefusal(error: unknown): unknown {
  if (!(error instanceof VideoError)) return error;
  if (error.cause === 'ffmpeg-missing') {
    return new ApiError('service_unavailable', 'Videos cannot be read here now.', { cause: error });
  }
  return new ApiError(CODES[error.cause], error.message, { cause: error });
}

/** Why a video gave no frames, or no more of them. */
export type VideoErrorCause =
  | 'unsupported-container'
  | 'undecodable'
  | 'no-video-stream'
  | 'too-long'
  | 'too-large'
  | 'timed-out'
  | 'ffmpeg-missing';

const messages: Record<VideoErrorCause, string> = {
  'unsupported-container': 'The file is not an MP4, MOV, AVI, WebM or MKV video.',
  undecodable: 'The video is damaged, or its codec is not supported.',
  'no-video-stream': 'The file holds no video stream.',
  'too-long': 'The video is too long.',
  'too-large': 'The video is too large to decode.',
  'timed-out': 'Decoding the video took too long.',
  'ffmpeg-missing': 'No working ffmpeg was found.',
};

/**
 * A video that cannot be read, as a closed set of causes.
 * The message is safe to show: it never repeats what ffmpeg printed, which holds paths and embedded titles.
 */
export class VideoError extends Error {
  override readonly name = 'VideoError';
  override readonly cause: VideoErrorCause;

  constructor(cause: VideoErrorCause, message: string = messages[cause]) {
    super(message);
    this.cause = cause;
  }
}

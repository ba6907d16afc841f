import type { FfmpegEnd } from './ffmpeg-process.ts';
import { VideoError } from './video-error.ts';

/**
 * Says what an ended ffmpeg means, or null when it did its work.
 * A video that is damaged half-way and gave frames before is no error: recordings are cut off all the time.
 */
export function diagnose(end: FfmpegEnd, framesRead: number): VideoError | null {
  // It drops the frames it has no memory for and goes on; what is left is not the video that was sent.
  if (end.complaints.includes('Cannot allocate memory')) return new VideoError('too-large');
  if (end.code === 0 && framesRead > 0) return null;
  if (end.code === 126 || end.code === 127) return new VideoError('ffmpeg-missing');
  // The system's answer to a spent processor limit: SIGXCPU at the soft one, SIGKILL at the hard one.
  if (end.signal === 'SIGXCPU' || end.signal === 'SIGKILL') return new VideoError('timed-out');
  if (end.complaints.includes('exceeds specified max pixel count')) return new VideoError('too-large');
  if (end.complaints.includes('matches no streams')) return new VideoError('no-video-stream');
  return new VideoError('undecodable');
}

/** What one untrusted video may cost. */
export interface VideoLimits {
  readonly fileBytesMax: number;
  /** Presentation time of the last frame. */
  readonly durationMsMax: number;
  readonly framesMax: number;
  /** Pixels of one coded picture, before it is scaled down. */
  readonly picturePixelsMax: number;
  /** Time spent waiting for ffmpeg; a slow consumer is not charged. */
  readonly waitMsMax: number;
  /** Processor time of the ffmpeg process (POSIX systems). */
  readonly cpuSecondsMax: number;
  /** Address space of the ffmpeg process (Linux). */
  readonly memoryBytesMax: number;
}

const MIB = 1024 * 1024;

/**
 * Room for two minutes of a phone's 4K recording.
 * Decoders were measured to need 0.8 GiB of address space at 4096x4096, the shared libraries of Debian's ffmpeg included.
 */
export const defaultVideoLimits: VideoLimits = {
  fileBytesMax: 200 * MIB,
  durationMsMax: 120_000,
  framesMax: 120 * 60,
  picturePixelsMax: 4096 * 4096,
  waitMsMax: 120_000,
  cpuSecondsMax: 120,
  memoryBytesMax: 1536 * MIB,
};

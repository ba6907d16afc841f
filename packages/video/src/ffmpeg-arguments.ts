import type { VideoContainer } from './container.ts';
import type { VideoLimits } from './video-limits.ts';

/** A picture size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One run of ffmpeg over one file. */
export interface DecodePlan {
  /** Absolute path. */
  readonly path: string;
  readonly container: VideoContainer;
  /** Longest side of a frame; larger pictures are scaled down, smaller ones are left alone. */
  readonly sideMax: number;
  readonly limits: VideoLimits;
  /** A fixed frame size: pictures of another shape get black borders. Without it the first picture sets the size. */
  readonly canvas?: Size;
}

/** Decoders an upload may reach: the codecs we promise, and nothing of the hundreds of others in an ffmpeg build. */
const decoders = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'libdav1d', 'libaom-av1', 'mpeg4', 'mjpeg'].join(',');

/** Ticks a second of the frame clock: half microseconds, so that the last bit is free for {@link clockFilter}. */
export const clockHz = 2_000_000;

/** The arguments that turn a file into NUT-wrapped RGB frames on standard output, in the time base 1 / {@link clockHz}. */
export function ffmpegArguments(plan: DecodePlan): string[] {
  const { container, limits } = plan;
  return [
    ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-filter_threads', '1'],
    // A file chooses neither its demuxer nor a protocol nor a decoder: playlists, scripts and nested formats stay out of reach.
    ['-protocol_whitelist', 'file,pipe', '-format_whitelist', container, '-codec_whitelist', decoders],
    ['-max_pixels', String(limits.picturePixelsMax), '-threads', '1', '-an', '-sn', '-dn'],
    ['-f', container, '-i', `file:${plan.path}`],
    // V is v without cover art. Titles and chapters are the sender's text and are of no use here.
    ['-map', '0:V:0', '-map_metadata', '-1', '-map_chapters', '-1'],
    ['-vf', [clockFilter, ...shapeFilters(plan)].join(',')],
    // Without its own time base the encoder rounds every timestamp to a guessed frame rate.
    ['-c:v', 'rawvideo', '-enc_time_base', `1:${clockHz}`, '-f', 'nut', 'pipe:1'],
  ].flat();
}

/**
 * Keeps presentation times and marks the first frame that each filter graph sees with an odd tick.
 * ffmpeg builds a new graph when the picture's shape changes, then stretches to the size it began with and does not say so.
 */
const clockFilter = `settb=1/${clockHz},setpts='2*floor(PTS/2)+eq(N,0)'`;

function shapeFilters({ sideMax, canvas }: DecodePlan): string[] {
  if (canvas === undefined) {
    // `sar` is the shape of a pixel, width to height; ffmpeg has already applied the rotation.
    const factor = `min(1,${sideMax}/max(iw*sar,ih))`;
    return [
      `scale=w='max(1,round(iw*sar*${factor}))':h='max(1,round(ih*${factor}))':flags=bicubic`,
      'setsar=1',
      'format=rgb24',
    ];
  }
  const { width, height } = canvas;
  return [
    `scale=w='max(1,round(min(${width},${height}*dar)))':h='max(1,round(min(${height},${width}/dar)))':flags=bicubic`,
    'setsar=1',
    'format=rgb24',
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
  ];
}

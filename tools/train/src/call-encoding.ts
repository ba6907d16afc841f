import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Raster } from '@vivant/engine/image/raster';
import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import type { CaptureSource } from './read-capture.ts';

/** Sends pictures through a video call: encodes them at so many kbit/s and decodes them again, in order. */
export type CallEncoder = (pictures: readonly Raster[], kbits: number) => Promise<Raster[]>;

/** Frames a second that the encoder is told: what a webcam gives in a lit room. */
const RATE = 25;

/**
 * VP8 as browsers encode it for a call. A negative `cpu-used` is a fixed speed: the other kind goes by the clock, and the
 * same pictures would not give the same video.
 */
const CODEC = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '-8', '-threads', '1'];

/** Creates an encoder that runs ffmpeg; it is looked for at the first call. */
export function createCallEncoder(
  ffmpegPath: string | undefined,
  readVideo: CaptureSource['readVideo'],
): CallEncoder {
  let found: Promise<string> | undefined;
  return async (pictures, kbits) => {
    const [first] = pictures;
    if (!first) return [];
    found ??= findFfmpeg({ configuredPath: ffmpegPath });
    const ffmpeg = await found;
    const dir = await mkdtemp(join(tmpdir(), 'vivant-call-'));
    try {
      const path = join(dir, 'call.mkv');
      await encode(ffmpeg, argumentsFor(first, kbits, path), pictures);
      const decoded: Raster[] = [];
      for await (const { width, height, data } of readVideo(path)) {
        decoded.push({ width, height, data: data.slice() });
      }
      return decoded;
    } finally {
      await rm(dir, { recursive: true });
    }
  };
}

function argumentsFor({ width, height }: Raster, kbits: number, path: string): string[] {
  const rate = ['-b:v', `${kbits}k`, '-maxrate', `${kbits}k`, '-bufsize', `${kbits / 2}k`];
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${RATE}`, '-i', 'pipe:0'],
    // Chroma is halved: odd sizes lose their last row and column.
    ['-vf', 'crop=2*floor(iw/2):2*floor(ih/2):0:0', '-pix_fmt', 'yuv420p'],
    [...CODEC, ...rate, path],
  ].flat();
}

async function encode(ffmpeg: string, args: readonly string[], pictures: readonly Raster[]): Promise<void> {
  const child = spawn(ffmpeg, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await pipeline(
    pictures.map(({ data }) => Buffer.from(data)),
    child.stdin,
  );
  const code = await ended;
  if (code !== 0) throw new Error(`ffmpeg could not encode a capture: exit code ${code}`);
}

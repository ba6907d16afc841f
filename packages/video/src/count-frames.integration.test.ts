import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countFrames } from './count-frames.ts';
import { readFirstFrames } from './first-frames.ts';
import { type ClipFolder, createClipFolder, findFfmpegBuilds, redLeftBlueRight } from './testing/clips.ts';

const builds = await findFfmpegBuilds(process.env.CI === 'true');
const halves = redLeftBlueRight(64, 48, 3);

let clips: ClipFolder;
beforeAll(async () => {
  clips = await createClipFolder(builds[0]?.path ?? 'ffmpeg');
});
afterAll(() => clips.remove());

const absent = { name: 'absent (none was found, so counting is not tested)', path: '' };
describe.skipIf(builds.length === 0).each(builds.length === 0 ? [absent] : builds)(
  'countFrames with the $name ffmpeg',
  ({ path: ffmpegPath }) => {
    it.each([
      ['count.mp4', ['-c:v', 'libx264', '-preset', 'ultrafast']],
      ['count.avi', ['-c:v', 'mjpeg']],
      // As a browser records it: no duration in the header.
      ['count.webm', ['-c:v', 'libvpx', '-live', '1']],
    ])('%s: as many as it has', async (name, codec) => {
      expect(await countFrames(await clips.make(name, ...halves, ...codec), { ffmpegPath })).toBe(30);
    });

    it('stops at the limit', async () => {
      const path = await clips.make('count-limit.avi', ...halves, '-c:v', 'mjpeg');
      expect(await countFrames(path, { ffmpegPath, limits: { framesMax: 12 } })).toBe(12);
    });

    it('counts the part that may be decoded of a longer video', async () => {
      const path = await clips.make('count.mp4', ...halves, '-c:v', 'libx264', '-preset', 'ultrafast');
      expect(await countFrames(path, { ffmpegPath, limits: { durationMsMax: 1000 } })).toBe(10);
    });

    it('and the first frames of a video that is too long end without an error', async () => {
      const path = await clips.make('count.mp4', ...halves, '-c:v', 'libx264', '-preset', 'ultrafast');
      const frames: number[] = [];
      for await (const { index } of readFirstFrames(path, { ffmpegPath, limits: { framesMax: 5 } }))
        frames.push(index);
      expect(frames).toEqual([0, 1, 2, 3, 4]);
      const broken = readFirstFrames(await clips.write('first.txt', 'no video'), { ffmpegPath });
      await expect(broken.next()).rejects.toMatchObject({ cause: 'unsupported-container' });
    });

    it('refuses what is no video', async () => {
      const path = await clips.write('count.txt', 'no video');
      await expect(countFrames(path, { ffmpegPath })).rejects.toMatchObject({
        cause: 'unsupported-container',
      });
    });

    it('ends at once when it is aborted', async () => {
      const path = await clips.make('count.avi', ...halves, '-c:v', 'mjpeg');
      const signal = AbortSignal.abort(new Error('enough'));
      await expect(countFrames(path, { ffmpegPath, signal })).rejects.toThrow('enough');
    });
  },
);

import { describe, expect, it } from 'vitest';
import { datasetFolder } from '../testing/dataset-folder.ts';
import { planStills, planWindows } from './captures.ts';
import { readDataset } from './dataset.ts';
import {
  type Attempt,
  DatasetFileError,
  type ReadOptions,
  readAttempts,
  type VideoFrame,
} from './read-attempts.ts';
import { type ManifestCells, range, sequenceRows } from './testing/manifest-text.ts';

const VIDEO = { path: 'clip.mp4', sequence: 'clip' };

async function* framesOfClip(count: number): AsyncGenerator<VideoFrame> {
  for (const index of range(0, count - 1)) {
    yield { index, timestampMs: index * 40, width: 2, height: 1, data: new Uint8Array(6).fill(index) };
  }
}

async function readAll(rows: readonly ManifestCells[], options: Partial<ReadOptions> & { stills?: boolean }) {
  const { dir, rows: parsed } = await readDataset(await datasetFolder(rows, ({ path }) => path));
  const { captures } = options.stills ? planStills(parsed) : planWindows(parsed, 3);
  const framesRead: number[] = [];
  const attempts: Attempt[] = [];
  const reading = readAttempts(captures, {
    dir,
    framesPerAttempt: 3,
    readVideo: () => framesOfClip(8),
    onCaptureRead: (frames) => framesRead.push(frames),
    ...options,
  });
  for await (const attempt of reading) attempts.push(attempt);
  return { attempts, framesRead };
}

describe('readAttempts', () => {
  it('gives the bytes of a window’s pictures, numbered from 0, with their real times', async () => {
    const { attempts, framesRead } = await readAll(sequenceRows('seq', range(0, 6)), {});
    expect(attempts.map(({ label }) => label.id)).toEqual(['seq#0-2', 'seq#3-5']);
    expect(attempts[1]?.frames).toMatchObject([
      { index: 0, timestampMs: 99 },
      { index: 1, timestampMs: 132 },
      { index: 2, timestampMs: 165 },
    ]);
    const bytes = attempts[1]!.frames.map((frame) => 'bytes' in frame && Buffer.from(frame.bytes).toString());
    expect(bytes).toEqual(['seq/003.jpg', 'seq/004.jpg', 'seq/005.jpg']);
    expect(framesRead).toEqual([3, 3]);
  });

  it('cuts a video into attempts of decoded frames and drops what is left over', async () => {
    const { attempts, framesRead } = await readAll([VIDEO], {});
    expect(attempts.map(({ label }) => label.id)).toEqual(['clip.mp4#0-2', 'clip.mp4#3-5']);
    expect(attempts[1]?.frames).toEqual(
      [3, 4, 5].map((value, index) => ({
        index,
        timestampMs: value * 40,
        image: { width: 2, height: 1, data: new Uint8Array(6).fill(value) },
      })),
    );
    expect(framesRead).toEqual([8]);
  });

  it('gives a still as one frame', async () => {
    const { attempts } = await readAll([{ path: 'a.jpg' }], { stills: true });
    expect(attempts).toMatchObject([{ label: { id: 'a.jpg' }, frames: [{ index: 0, timestampMs: 0 }] }]);
  });

  it('names the capture whose file cannot be read', async () => {
    const reading = readAll(sequenceRows('seq', range(0, 2)), { dir: '/nowhere' });
    await expect(reading).rejects.toThrow(new DatasetFileError('cannot read the frames of seq#0-2'));
  });

  it('closes a video that is not read to its end', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<VideoFrame> {
      try {
        for (;;) yield* framesOfClip(8);
      } finally {
        closed = true;
      }
    }
    const { dir, rows } = await readDataset(await datasetFolder([VIDEO], () => ''));
    const options = { dir, framesPerAttempt: 3, readVideo: endless, onCaptureRead: () => undefined };
    const reading = readAttempts(planWindows(rows, 3).captures, options);
    await reading.next();
    await reading.return();
    expect(closed).toBe(true);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { FramePacer } from '../frame-pacer.ts';
import type { CameraImage } from '../meeting-provider.ts';
import { paintFrame, shadeOf } from '../testing/painted-frame.ts';
import { createH264Encoder } from '../testing/recall-fake/h264-encoder.ts';
import { inspectAccessUnit } from './annex-b.ts';
import { H264Camera } from './h264-camera.ts';
import { type CreateH264Decoder, loadH264Decoder } from './h264-decoder.ts';

interface Chunk {
  readonly atMs: number;
  readonly data: Buffer;
}

const SMALL = { width: 160, height: 90 };
const LARGE = { width: 320, height: 180 };

/** Encodes frames 100 ms apart; the encoder makes a key frame every two seconds and at each new size. */
async function film(count: number, sizeOf: (index: number) => typeof SMALL): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  let heard: () => void = () => undefined;
  const encoder = createH264Encoder((atMs, data) => {
    chunks.push({ atMs, data });
    heard();
  });
  for (let index = 0; index < count; index += 1) {
    const arrived = new Promise<void>((resolve) => {
      heard = resolve;
    });
    encoder.encode(index * 100, paintFrame(sizeOf(index), 40 + index, index));
    await arrived;
  }
  encoder.close();
  return chunks;
}

describe('an H.264 camera', () => {
  let createDecoder: CreateH264Decoder;
  let chunks: Chunk[];

  beforeAll(async () => {
    createDecoder = await loadH264Decoder();
    chunks = await film(60, (index) => (index < 30 ? SMALL : LARGE));
  });

  function open() {
    const images: { atMs: number; image: CameraImage }[] = [];
    let heard: () => void = () => undefined;
    const camera = new H264Camera({
      createDecoder,
      onImage: (atMs, image) => {
        images.push({ atMs, image });
        heard();
      },
    });
    const until = (atMs: number) =>
      new Promise<void>((resolve) => {
        heard = () => {
          if (images.at(-1)!.atMs >= atMs) resolve();
        };
      });
    const take = (from: number, to: number) => {
      for (const { atMs, data } of chunks.slice(from, to)) camera.take(atMs, data);
    };
    return { camera, images, until, take };
  }

  const times = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => (from + index) * 100);

  it('delivers every picture from a key frame on, also when the size changes', async () => {
    const { camera, images, until, take } = open();
    camera.watch(new FramePacer(undefined));
    const done = until(5400);
    take(0, 60);
    await done;
    camera.close();

    expect(images.map(({ atMs }) => atMs)).toEqual(times(0, images.length));
    for (const { atMs, image } of images) {
      if (image.format !== 'i420') throw new Error('Not I420');
      expect(image.width).toBe(atMs < 3000 ? 160 : 320);
      expect(Math.abs(shadeOf(image) - 40 - atMs / 100)).toBeLessThan(4);
    }
  });

  it('begins in the middle at once, with pictures from then on only', async () => {
    const { camera, images, until, take } = open();
    take(0, 15);
    camera.watch(new FramePacer(undefined));
    const done = until(1800);
    take(15, 25);
    await done;
    camera.close();

    // Two chunks wait for their order: the last that was known when watching began is that of 1200 ms.
    expect(images[0]?.atMs).toBe(1300);
  });

  it('delivers nothing between a loss and the next key frame', async () => {
    const { camera, images, until, take } = open();
    camera.watch(new FramePacer(undefined));
    take(0, 5);
    take(6, 10);
    take(5, 6);
    const done = until(2100);
    take(10, 28);
    await done;
    camera.close();

    // What came before the loss was decoded up to 700 ms; two chunks wait for their order.
    const nextKey = chunks.findIndex(({ data }, index) => index >= 8 && inspectAccessUnit(data).isKey);
    const after = images.map(({ atMs }) => atMs).filter((atMs) => atMs >= 800);
    expect(nextKey).toBeGreaterThan(8);
    expect(after[0]).toBe(nextKey * 100);
  });

  it('survives what is no H.264, and goes on with a later key frame', async () => {
    const { camera, images, take } = open();
    camera.watch(new FramePacer(undefined));
    take(0, 3);
    for (let index = 0; index < 5; index += 1)
      camera.take(310 + index, Buffer.from([0, 0, 0, 1, 0x65, 0xff, 0x00, 0x12, index]));
    let next = 4;
    const feedOne = () => {
      const { data } = chunks[next % chunks.length]!;
      camera.take(next * 100, data);
      next += 1;
      return images.at(-1)?.atMs ?? 0;
    };
    await expect.poll(feedOne, { interval: 5, timeout: 5000 }).toBeGreaterThan(1000);
    camera.close();
  });

  it('delivers nothing while it is not watched, and nothing once it is closed', async () => {
    const { camera, images, until, take } = open();
    take(0, 10);
    camera.watch(new FramePacer(undefined));
    camera.watch(undefined);
    take(10, 20);
    expect(images).toHaveLength(0);
    camera.watch(new FramePacer(undefined));
    const done = until(2000);
    take(20, 30);
    await done;
    camera.close();
    const count = images.length;
    take(30, 40);

    expect(images).toHaveLength(count);
  });
});

describe('access units', () => {
  it('are told apart by what is in them', () => {
    const parameters = Buffer.from([0, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 2]);
    const key = Buffer.from([0, 0, 1, 0x65, 3]);
    const delta = Buffer.from([0, 0, 0, 1, 0x41, 4]);

    expect(inspectAccessUnit(Buffer.concat([parameters, key]))).toMatchObject({
      isKey: true,
      hasPicture: true,
    });
    expect(inspectAccessUnit(parameters)).toMatchObject({ isKey: false, hasPicture: false });
    expect(inspectAccessUnit(parameters).parameters.includes(0x67)).toBe(true);
    expect(inspectAccessUnit(delta)).toEqual({ isKey: false, hasPicture: true, parameters: Buffer.alloc(0) });
    expect(inspectAccessUnit(Buffer.alloc(0))).toMatchObject({ isKey: false, hasPicture: false });
  });
});

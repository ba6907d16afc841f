import type { Raster } from '@vivant/engine/image/raster';
import { createRandom } from '@vivant/evaluate/metrics/random';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../picture.ts';
import { INJECTIONS } from './injection.ts';

const [WIDTH, HEIGHT] = [48, 32];
const GENUINE: readonly Picture[] = Array.from({ length: 20 }, (_, index) => ({
  image: draw(index),
  index,
  timestampMs: index * 50,
  faces: [{ centreX: 0.5, centreY: 0.5, width: 0.3, height: 0.4 }],
}));

/** Smooth waves that drift from picture to picture. */
function draw(shift: number): Raster {
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return 128 + 90 * Math.sin(0.4 * (pixel % WIDTH) + shift) * Math.cos(0.3 * Math.floor(pixel / WIDTH));
  });
  return { width: WIDTH, height: HEIGHT, data };
}

async function build(id: string, seed = 7): Promise<Picture[]> {
  const injection = INJECTIONS.find((one) => one.id === id)!;
  const pictures: Picture[] = [];
  for await (const picture of injection.build(GENUINE, 30, createRandom(seed))) pictures.push(picture);
  return pictures;
}

function distance(a: Picture, b: Picture): number {
  return (
    a.image.data.reduce((sum, level, at) => sum + Math.abs(level - b.image.data[at]!), 0) /
    a.image.data.length
  );
}

describe.each(INJECTIONS.map(({ id }) => id))('injection %s', (id) => {
  it('gives the frames asked for, counted and timed from 0, the same for the same seed', async () => {
    const pictures = await build(id);
    expect(pictures.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, at) => at));
    expect(pictures[1]!.timestampMs).toBeGreaterThan(pictures[0]!.timestampMs);
    expect(await build(id)).toEqual(pictures);
    expect(pictures[0]!.faces).toEqual(GENUINE[0]!.faces);
  });

  it('shows nothing but the genuine capture: every frame is near one of its pictures', async () => {
    for (const picture of (await build(id)).slice(0, 10)) {
      expect(Math.min(...GENUINE.map((source) => distance(source, picture)))).toBeLessThan(20);
    }
  });
});

describe('injections', () => {
  it('freeze a picture, or let it sway', async () => {
    const frozen = await build('frozen');
    expect(distance(frozen[0]!, frozen[29]!)).toBe(0);
    const tilt = await build('tilt');
    expect(distance(tilt[0]!, tilt[20]!)).toBeGreaterThan(1);
  });

  it('repeat a few pictures in order, or back and forth', async () => {
    const closest = (picture: Picture) => {
      const distances = GENUINE.map((source) => distance(source, picture));
      return distances.indexOf(Math.min(...distances));
    };
    const loop = (await build('loop')).map(closest);
    const length = loop.indexOf(loop[0]!, 1);
    expect(length).toBeGreaterThanOrEqual(6);
    expect(loop.slice(length)).toEqual(loop.slice(0, -length));
    const forth = (await build('back-and-forth')).map(closest);
    const turn = forth.indexOf(Math.max(...forth));
    expect(forth[turn + 1]).toBe(forth[turn - 1]);
  });
});

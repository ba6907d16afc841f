import type { Raster } from '@vivant/engine/image/raster';
import { createRandom } from '@vivant/evaluate/metrics/random';
import { describe, expect, it } from 'vitest';
import { applyGamma, darkenFace, dim, halve, type View } from './augment.ts';

const GREY: Raster = { width: 80, height: 60, data: new Uint8Array(80 * 60 * 3).fill(128) };
const VIEW: View = {
  image: GREY,
  face: { box: { x: 30, y: 20, width: 20, height: 20 }, landmarks: Float32Array.of(40, 30, 0), presence: 1 },
};
const random = createRandom(1);

function levelAt({ image }: View, x: number, y: number): number {
  return image.data[(y * image.width + x) * 3]!;
}

describe('darkenFace', () => {
  it('takes light from the face and leaves the room as it is', async () => {
    const darker = await darkenFace(0.5)(VIEW, random);
    expect(levelAt(darker, 40, 30)).toBe(64);
    expect(levelAt(darker, 0, 0)).toBe(128);
    expect(levelAt(darker, 79, 59)).toBe(128);
  });

  it('has a soft edge, and does not touch the picture it was given', async () => {
    const darker = await darkenFace(0.5)(VIEW, random);
    const row = Array.from({ length: 80 }, (_, x) => levelAt(darker, x, 30));
    expect(row.filter((level) => level > 64 && level < 128).length).toBeGreaterThan(2);
    expect(new Set(GREY.data)).toEqual(new Set([128]));
  });
});

it('applyGamma keeps black and white', async () => {
  const image = { width: 3, height: 1, data: Uint8Array.of(0, 0, 0, 64, 64, 64, 255, 255, 255) };
  const { image: altered } = await applyGamma(0.5)({ ...VIEW, image }, random);
  expect([...altered.data]).toEqual([0, 0, 0, 128, 128, 128, 255, 255, 255]);
});

it('dim leaves a share of the light and adds noise', async () => {
  const { image } = await dim(0.5, 2)(VIEW, random);
  const mean = image.data.reduce((sum, level) => sum + level, 0) / image.data.length;
  expect(mean).toBeCloseTo(64, 0);
  expect(new Set(image.data).size).toBeGreaterThan(5);
});

it('halve takes the face along', async () => {
  const { image, face } = await halve(VIEW, random);
  expect([image.width, image.height]).toEqual([40, 30]);
  expect(face.box).toEqual({ x: 15, y: 10, width: 10, height: 10 });
  expect(face.landmarks[0]).toBe(20);
});

import { describe, expect, it } from 'vitest';
import type { Raster } from '../image/raster.ts';
import { drawScene, SCENE_FACE } from '../image/testing/synthetic-scene.ts';
import { blur } from './blur.ts';

/** From an independent implementation in numpy (dense filter matrices, boolean masks, `numpy.fft`). */
const GOLDEN = [-1.3161, -0.11491, 0.68102, 1.59776];

describe('blur', () => {
  it('reproduces the independent numbers on the drawn scene', () => {
    const features = blur.compute({ image: drawScene(), face: SCENE_FACE, readings: new Map() });
    expect([...features]).toEqual(GOLDEN.map((value) => expect.closeTo(value, 3)));
  });

  it('falls in every value when the picture is blurred', () => {
    const sharp = blur.compute({ image: drawScene(), face: SCENE_FACE, readings: new Map() });
    const soft = blur.compute({ image: smooth(smooth(drawScene())), face: SCENE_FACE, readings: new Map() });
    for (const at of blur.features.keys()) expect(soft[at]).toBeLessThan(sharp[at]!);
  });
});

/** Averages 3x3 neighbours. */
function smooth(image: Raster): Raster {
  const { width, height, data } = image;
  const at = (x: number, y: number, channel: number) =>
    data[(Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)) * 3 + channel]!;
  const smoothed = data.map((_, index) => {
    const pixel = Math.floor(index / 3);
    let sum = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        sum += at((pixel % width) + dx, Math.floor(pixel / width) + dy, index % 3);
      }
    }
    return Math.round(sum / 9);
  });
  return { width, height, data: smoothed };
}

import { describe, expect, it } from 'vitest';
import { drawFlat, drawScene, SCENE_FACE } from '../image/testing/synthetic-scene.ts';
import { spectrum } from './spectrum.ts';

/** From an independent implementation in numpy (dense filter matrices, boolean masks, `numpy.fft`). */
const GOLDEN = [1.89698, 1.44281, 1.57741, 1.26619, -3.86489, -0.8185, -0.6864, -8.38701];

describe('spectrum', () => {
  it('reproduces the independent numbers on the drawn scene', () => {
    const features = spectrum.compute({ image: drawScene(), face: SCENE_FACE, readings: new Map() });
    expect([...features]).toEqual(GOLDEN.map((value) => expect.closeTo(value, 3)));
  });

  it('finds a red stripe pattern in the octave of its frequency', () => {
    const image = drawFlat(160, 120, [120, 110, 100]);
    // Period 10 of a 60-pixel square: 6 cycles a patch, in the octave from 4 to 8.
    for (let y = 0; y < 120; y++) {
      for (let x = 0; x < 160; x++)
        image.data[(y * 160 + x) * 3] = 120 + Math.round(20 * Math.cos((2 * Math.PI * x) / 10));
    }
    const features = spectrum.compute({ image, face: SCENE_FACE, readings: new Map() });
    const byName = Object.fromEntries(spectrum.features.map((name, at) => [name, features[at]!]));
    expect(byName['red-4']).toBeGreaterThan(-6);
    expect(byName['red-to-luma-4']).toBeGreaterThan(byName['red-to-luma-16']! + 0.5);
  });

  it('is neutral on a flat picture', () => {
    const image = drawFlat(160, 120, [90, 90, 90]);
    const features = spectrum.compute({ image, face: SCENE_FACE, readings: new Map() });
    for (const value of features.subarray(0, 7)) expect(value).toBeCloseTo(0, 3);
  });
});

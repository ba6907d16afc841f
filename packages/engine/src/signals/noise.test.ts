import { describe, expect, it } from 'vitest';
import type { Raster } from '../image/raster.ts';
import { drawFlat, drawScene, SCENE_FACE } from '../image/testing/synthetic-scene.ts';
import { noise } from './noise.ts';

/** From an independent implementation in numpy (dense filter matrices, boolean masks, `numpy.fft`). */
const GOLDEN = [-5.14448, -0.76972, 0.45323, 0.62381, 0.61858, 0.19922, 0.21726, 0.61199];

describe('noise', () => {
  it('reproduces the independent numbers on the drawn scene', () => {
    const features = noise.compute({ image: drawScene(), face: SCENE_FACE, readings: new Map() });
    expect([...features]).toEqual(GOLDEN.map((value) => expect.closeTo(value, 3)));
  });

  it('grows with the grain of the picture', () => {
    const strength = measure(drawScene())[0]!;
    expect(measure(drawFlat(160, 120, [120, 110, 100]))[0]).toBeLessThan(strength);
  });

  it('tells the channels apart: grain in blue only raises blue over red', () => {
    const grainy = drawFlat(160, 120, [120, 110, 100]);
    for (let at = 2; at < grainy.data.length; at += 3) grainy.data[at] = 100 + ((at * 7919) % 13);
    const at = noise.features.indexOf('blue-to-red-fine');
    expect(measure(grainy)[at]).toBeGreaterThan(1);
  });

  function measure(image: Raster): Float32Array {
    return noise.compute({ image, face: SCENE_FACE, readings: new Map() });
  }
});

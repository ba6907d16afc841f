import { describe, expect, it } from 'vitest';
import type { Raster } from '../image/raster.ts';
import { drawScene, mapBytes, SCENE_FACE } from '../image/testing/synthetic-scene.ts';
import { ringColour } from './ring-colour.ts';

/** From an independent implementation in numpy (dense filter matrices, boolean masks, `numpy.fft`). */
const GOLDEN = [
  1.10154, -0.53857, 0.47931, -0.06846, -0.15941, -0.03184, 0.63261, -0.14036, 0.33039, -0.69235, -0.51566,
  -0.36203, 0.81677, 0.4348, -0.09806, 10.24186, 7.15345,
];

describe('ring-colour', () => {
  it('reproduces the independent numbers on the drawn scene', () => {
    const features = ringColour.compute({ image: drawScene(), face: SCENE_FACE, readings: new Map() });
    expect([...features]).toEqual(GOLDEN.map((value) => expect.closeTo(value, 3)));
  });

  it('answers the same after a gamma curve, up to rounding and the floors', () => {
    const brighter = mapBytes(drawScene(), (byte) => Math.round(255 * (byte / 255) ** 0.75));
    const before = named(drawScene());
    const after = named(brighter);
    for (const feature of [
      'ring-red-offset',
      'background-luma-offset',
      'background-blue-spread',
      'face-red-spread',
    ]) {
      expect(Math.abs(after[feature]! - before[feature]!)).toBeLessThan(0.2);
    }
  });

  it('sees a face that is redder and brighter than its surroundings as positive offsets', () => {
    const scene = named(drawScene());
    expect(scene['ring-red-offset']).toBeGreaterThan(0.5);
    expect(scene['ring-luma-offset']).toBeGreaterThan(0.2);
  });

  it('finds no difference to surroundings that are not in the picture', () => {
    const box = { x: 0, y: 0, width: 160, height: 120 };
    const features = ringColour.compute({
      image: drawScene(),
      face: { ...SCENE_FACE, box },
      readings: new Map(),
    });
    expect(features.slice(0, 12)).toEqual(new Float32Array(12));
  });
});

function named(image: Raster): Record<string, number> {
  const values = ringColour.compute({ image, face: SCENE_FACE, readings: new Map() });
  return Object.fromEntries(ringColour.features.map((name, at) => [name, values[at]!]));
}

import { describe, expect, it } from 'vitest';
import { resampleLogColour } from './log-colour.ts';
import { patchLuma, resamplePatch } from './rgb-patch.ts';
import { drawFlat } from './testing/synthetic-scene.ts';

describe('resamplePatch', () => {
  it('copies pixels when the sizes agree', () => {
    const image = { width: 3, height: 2, data: Uint8Array.from({ length: 18 }, (_, at) => at * 10) };
    const patch = resamplePatch(image, { left: 1, top: 0, right: 3, bottom: 2 }, 2);
    expect([...patch.red]).toEqual([30, 60, 120, 150]);
    expect([...patch.green]).toEqual([40, 70, 130, 160]);
    expect([...patch.blue]).toEqual([50, 80, 140, 170]);
  });

  it('interpolates between pixel centres when enlarging and repeats the edge', () => {
    const image = { width: 2, height: 1, data: Uint8Array.of(0, 0, 0, 100, 100, 100) };
    const { red } = resamplePatch(image, { left: 0, top: 0, right: 2, bottom: 1 }, 4);
    expect([...red.subarray(0, 4)]).toEqual([0, 25, 75, 100]);
  });

  it('leaves nothing of stripes finer than its pixels when shrinking', () => {
    const image = drawFlat(64, 64, [0, 0, 0]);
    for (let pixel = 0; pixel < 64 * 64; pixel += 4) image.data[pixel * 3] = 200;
    const { red } = resamplePatch(image, { left: 0, top: 0, right: 64, bottom: 64 }, 16);
    for (let x = 1; x < 15; x++) expect(red[8 * 16 + x]).toBeCloseTo(50, 3);
  });

  it('keeps a colour, its luma and its logarithms at every size', () => {
    const image = drawFlat(31, 17, [200, 100, 50]);
    for (const side of [1, 8, 40]) {
      const rect = { left: 2, top: 3, right: 30, bottom: 16 };
      const centre = (side * side) >> 1;
      expect(patchLuma(resamplePatch(image, rect, side))[centre]).toBeCloseTo(124.2, 3);
      const { red, blue } = resampleLogColour(image, rect, side);
      expect(red[centre]).toBeCloseTo(Math.log(208 / 108), 5);
      expect(blue[centre]).toBeCloseTo(Math.log(58 / 108), 5);
    }
  });
});

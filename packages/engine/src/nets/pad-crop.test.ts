import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { padCrop } from './pad-crop.ts';

/** Worked independently from the published rule. */
const CASES = [
  { name: 'no clamping', image: [640, 480], box: [250, 150, 140, 160], crop: [131, 14, 379, 433] },
  {
    name: 'shifted at the bottom right corner',
    image: [640, 480],
    box: [500, 300, 120, 140],
    crop: [315, 101, 325, 379],
  },
  {
    name: 'scale reduced to the image height',
    image: [640, 480],
    box: [200, 100, 240, 300],
    crop: [128, 0, 384, 480],
  },
  { name: 'box partly outside', image: [1280, 720], box: [-20, 30, 300, 260], crop: [0, 0, 811, 703] },
  {
    name: 'float noise below zero is truncated, not floored',
    image: [640, 480],
    box: [200, 147, 40, 195],
    crop: [170, 0, 100, 480],
  },
] as const;

describe('padCrop', () => {
  it.each(CASES)('follows the training rule: $name', ({ image, box, crop }) => {
    const [x, y, width, height] = box;
    expect(Object.values(padCrop(image[0], image[1], { x, y, width, height }, 2.7))).toEqual([...crop]);
  });

  it('always lies inside the image', () => {
    const side = fc.integer({ min: 8, max: 4096 });
    const box = fc.record({
      x: fc.double({ min: -5000, max: 5000, noNaN: true }),
      y: fc.double({ min: -5000, max: 5000, noNaN: true }),
      width: fc.double({ min: 1, max: 5000, noNaN: true }),
      height: fc.double({ min: 1, max: 5000, noNaN: true }),
    });
    fc.assert(
      fc.property(side, side, box, fc.constantFrom(1, 1.5, 2.7, 4), (width, height, face, scale) => {
        const crop = padCrop(width, height, face, scale);
        expect(crop.x).toBeGreaterThanOrEqual(0);
        expect(crop.y).toBeGreaterThanOrEqual(0);
        expect(crop.width).toBeGreaterThanOrEqual(1);
        expect(crop.height).toBeGreaterThanOrEqual(1);
        expect(crop.x + crop.width).toBeLessThanOrEqual(width);
        expect(crop.y + crop.height).toBeLessThanOrEqual(height);
      }),
    );
  });
});

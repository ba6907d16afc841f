import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipBox, faceSquare, scaleBox, textureSquare } from './pixel-rect.ts';

const IMAGE = { width: 100, height: 80 };

describe('pixel rectangles', () => {
  it('keeps a box inside the image, rounded', () => {
    expect(clipBox({ x: 10.4, y: 20.6, width: 30, height: 40 }, IMAGE)).toEqual({
      left: 10,
      top: 21,
      right: 40,
      bottom: 61,
    });
  });

  it('is never empty and never outside, wherever the box is', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const length = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.record({ x: number, y: number, width: length, height: length }), (box) => {
        const { left, top, right, bottom } = clipBox(box, IMAGE);
        expect(0 <= left && left < right && right <= 100).toBe(true);
        expect(0 <= top && top < bottom && bottom <= 80).toBe(true);
      }),
    );
  });

  it('scales around the centre', () => {
    expect(scaleBox({ x: 10, y: 20, width: 20, height: 40 }, 1.5)).toEqual({
      x: 5,
      y: 10,
      width: 30,
      height: 60,
    });
  });

  it('puts the face square in the middle of the face, the texture square a quarter wider', () => {
    const box = { x: 40, y: 10, width: 20, height: 60 };
    expect(faceSquare(box, IMAGE)).toEqual({ left: 40, top: 30, right: 60, bottom: 50 });
    expect(textureSquare(box, IMAGE)).toEqual({ left: 38, top: 28, right: 63, bottom: 53 });
  });
});

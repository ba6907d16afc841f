import { describe, expect, it } from 'vitest';
import { resampleLetterboxed, resampleRect, resampleRotatedSquare, type TensorFormat } from './crop.ts';
import type { Raster } from './raster.ts';

/** 4x2 picture whose red runs 0..7, green is red + 100, blue red + 200. */
const PICTURE: Raster = {
  width: 4,
  height: 2,
  data: Uint8Array.from({ length: 24 }, (_, at) => Math.floor(at / 3) + (at % 3) * 100),
};

function format(width: number, height: number, overrides: Partial<TensorFormat> = {}): TensorFormat {
  return { width, height, layout: 'nhwc', channels: 'rgb', scale: 1, offset: 0, ...overrides };
}

function red(tensor: Float32Array): number[] {
  return Array.from(tensor).filter((_, at) => at % 3 === 0);
}

describe('resampleRect', () => {
  it('copies pixels at the same size, in the channel order asked for', () => {
    const rgb = new Float32Array(24);
    resampleRect(PICTURE, { x: 0, y: 0, width: 4, height: 2 }, format(4, 2), rgb);
    expect(Array.from(rgb)).toEqual(Array.from(PICTURE.data));
    const bgr = new Float32Array(24);
    resampleRect(PICTURE, { x: 0, y: 0, width: 4, height: 2 }, format(4, 2, { channels: 'bgr' }), bgr);
    expect(Array.from(bgr.slice(0, 6))).toEqual([200, 100, 0, 201, 101, 1]);
  });

  it('writes planes when the net wants NCHW, scaled and shifted', () => {
    const tensor = new Float32Array(24);
    resampleRect(
      PICTURE,
      { x: 0, y: 0, width: 4, height: 2 },
      format(4, 2, { layout: 'nchw', scale: 0.5, offset: -1 }),
      tensor,
    );
    expect(Array.from(tensor.slice(0, 8))).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((value) => value / 2 - 1));
    expect(tensor[8]).toBe(49);
  });

  it('interpolates at pixel centres as OpenCV does', () => {
    // cv2.resize([[0,1,2,3],[4,5,6,7]], (2, 1), INTER_LINEAR) is [[2.5, 4.5]]; to (8, 2) the first row is below.
    const smaller = new Float32Array(6);
    resampleRect(PICTURE, { x: 0, y: 0, width: 4, height: 2 }, format(2, 1), smaller);
    expect(red(smaller)).toEqual([2.5, 4.5]);
    const larger = new Float32Array(48);
    resampleRect(PICTURE, { x: 0, y: 0, width: 4, height: 2 }, format(8, 2), larger);
    expect(red(larger).slice(0, 8)).toEqual([0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3]);
  });
});

describe('resampleRotatedSquare', () => {
  it('is the plain crop when nothing is turned', () => {
    const tensor = new Float32Array(12);
    resampleRotatedSquare(PICTURE, { centreX: 2, centreY: 1, side: 2, rotation: 0 }, format(2, 2), tensor);
    expect(red(tensor)).toEqual([1, 2, 5, 6]);
  });

  it('turns clockwise on screen: a quarter turn reads the right column first', () => {
    const tensor = new Float32Array(12);
    const square = { centreX: 2, centreY: 1, side: 2, rotation: Math.PI / 2 };
    resampleRotatedSquare(PICTURE, square, format(2, 2), tensor);
    expect(red(tensor).map((value) => Math.round(value))).toEqual([2, 6, 1, 5]);
  });

  it('repeats the edge beyond the border', () => {
    const tensor = new Float32Array(12);
    resampleRotatedSquare(PICTURE, { centreX: -3, centreY: -3, side: 2, rotation: 0 }, format(2, 2), tensor);
    expect(red(tensor)).toEqual([0, 0, 0, 0]);
  });
});

describe('resampleLetterboxed', () => {
  it('keeps the aspect, centres the picture and fills the bars with black', () => {
    const tensor = new Float32Array(48);
    const letterbox = resampleLetterboxed(PICTURE, format(4, 4, { offset: -1 }), tensor);
    expect(letterbox).toEqual({ scale: 1, padX: 0, padY: 1 });
    expect(red(tensor)).toEqual([-1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, -1, -1, -1, -1]);
  });
});

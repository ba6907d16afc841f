import { describe, expect, it } from 'vitest';
import { faceOfLandmarks } from './client-face.ts';

const IMAGE = { width: 200, height: 100, data: new Uint8Array(60_000) };

function mesh(points: number): Float32Array {
  return Float32Array.from({ length: points * 3 }, (_, at) => (at % 3 === 2 ? 0.1 : ((at / 3) % 10) / 10));
}

describe('faceOfLandmarks', () => {
  it('turns shares of the frame into pixels; depth has the scale of x', () => {
    const { landmarks } = faceOfLandmarks(IMAGE, mesh(478).fill(0.5));
    expect(Array.from(landmarks.slice(0, 3))).toEqual([100, 50, 100]);
  });

  it('boxes the points', () => {
    const points = mesh(478).fill(0.5);
    points.set([0.25, 0.2, 0], 0);
    points.set([0.75, 0.9, 0], 3);
    const { box } = faceOfLandmarks(IMAGE, points);
    expect(box.x).toBeCloseTo(50, 4);
    expect(box.y).toBeCloseTo(20, 4);
    expect(box.width).toBeCloseTo(100, 4);
    expect(box.height).toBeCloseTo(70, 4);
  });

  it('puts missing irises in the middle of their eye', () => {
    const points = mesh(468).fill(0.5);
    points.set([0.2, 0.4, 0], 33 * 3);
    points.set([0.4, 0.6, 0], 133 * 3);
    const { landmarks } = faceOfLandmarks(IMAGE, points);
    expect(landmarks[470 * 3]).toBeCloseTo(60, 4);
    expect(landmarks[470 * 3 + 1]).toBeCloseTo(50, 4);
    expect(landmarks[475 * 3]).toBeCloseTo(100, 4);
  });

  it('keeps irises that are given', () => {
    const { landmarks } = faceOfLandmarks(
      IMAGE,
      mesh(478)
        .fill(0.5)
        .fill(0.9, 468 * 3),
    );
    expect(landmarks[468 * 3]).toBeCloseTo(180, 3);
  });
});

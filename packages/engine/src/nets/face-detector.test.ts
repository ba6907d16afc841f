import { describe, expect, it } from 'vitest';
import { type Detection, decodeAnchors, intersectionOverUnion, suppressOverlaps } from './face-detector.ts';

function detection(x: number, score: number): Detection {
  return { box: { x, y: 0, width: 10, height: 10 }, keypoints: new Float32Array(12).fill(x), score };
}

describe('decodeAnchors', () => {
  const letterbox = { scale: 0.5, padX: 0, padY: 24 };

  it('maps boxes and key points from the letterboxed tensor back to image pixels', () => {
    const boxes = new Float32Array(2304 * 16);
    const scores = new Float32Array(2304).fill(-10);
    // Anchor 49 is the second of the second row: its centre is at (6, 6) of 192.
    boxes.set([1, 30, 20, 40, 2, 26], 49 * 16);
    scores[49] = 2;
    const [found, ...rest] = decodeAnchors(boxes, scores, letterbox);
    expect(rest).toEqual([]);
    expect(found!.box).toEqual({ x: -6, y: -16, width: 40, height: 80 });
    expect(Array.from(found!.keypoints.slice(0, 2))).toEqual([16, 16]);
    expect(found!.score).toBeCloseTo(0.8808, 4);
  });

  it('drops anchors below the threshold and boxes without an area', () => {
    const scores = new Float32Array(2304).fill(-10);
    scores[7] = 5;
    expect(decodeAnchors(new Float32Array(2304 * 16), scores, letterbox)).toEqual([]);
  });
});

describe('suppressOverlaps', () => {
  it('averages a cluster by score and keeps the best score', () => {
    const [merged, ...rest] = suppressOverlaps([detection(0, 0.9), detection(3, 0.6)]);
    expect(rest).toEqual([]);
    expect(merged!.box.x).toBeCloseTo(1.2);
    expect(merged!.keypoints[0]).toBeCloseTo(1.2);
    expect(merged!.score).toBe(0.9);
  });

  it('keeps faces apart that hardly overlap, best first', () => {
    const kept = suppressOverlaps([detection(40, 0.7), detection(0, 0.95), detection(8, 0.8)]);
    expect(kept.map(({ score }) => score)).toEqual([0.95, 0.8, 0.7]);
  });
});

describe('intersectionOverUnion', () => {
  it('is 1 for the same box, 0 for boxes apart, a third for half an overlap', () => {
    const box = { x: 0, y: 0, width: 10, height: 10 };
    expect(intersectionOverUnion(box, box)).toBe(1);
    expect(intersectionOverUnion(box, { ...box, x: 20 })).toBe(0);
    expect(intersectionOverUnion(box, { ...box, x: 5 })).toBeCloseTo(1 / 3);
  });
});

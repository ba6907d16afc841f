import { describe, expect, it } from 'vitest';
import type { Box, Face } from '../face/face.ts';
import type { Raster } from '../image/raster.ts';
import { drawFlat, drawScene, SCENE_FACE } from '../image/testing/synthetic-scene.ts';
import { measureQuality } from './measures.ts';

const GREY = drawFlat(200, 100, [128, 128, 128]);

function faceAt(box: Box): Face {
  return { ...SCENE_FACE, box };
}

function paint(image: Raster, box: Box, luma: number): Raster {
  const data = image.data.slice();
  for (let y = box.y; y < box.y + box.height; y++) {
    data.fill(luma, (y * image.width + box.x) * 3, (y * image.width + box.x + box.width) * 3);
  }
  return { ...image, data };
}

describe('quality measures', () => {
  it('measures the size of the face by its larger share of the picture', () => {
    expect(measureQuality(GREY, faceAt({ x: 0, y: 0, width: 80, height: 80 })).faceShare).toBe(0.8);
    expect(measureQuality(GREY, faceAt({ x: 0, y: 0, width: 100, height: 20 })).faceShare).toBe(0.5);
  });

  it('measures the distance of the eye centres in space, so that a turned head is no smaller', () => {
    const landmarks = new Float32Array(478 * 3);
    landmarks.set([10, 20, 0], 33 * 3);
    landmarks.set([30, 20, 0], 133 * 3);
    landmarks.set([56, 20, 48], 263 * 3);
    landmarks.set([56, 20, 48], 362 * 3);
    const face = { box: { x: 0, y: 0, width: 90, height: 90 }, landmarks, presence: 1 };
    expect(measureQuality(GREY, face).interocularPx).toBe(60);
  });

  it('measures how much of the face is cut off', () => {
    const cutOff = (box: Box) => measureQuality(GREY, faceAt(box)).cutOffShare;
    expect(cutOff({ x: 10, y: 10, width: 50, height: 50 })).toBe(0);
    expect(cutOff({ x: -25, y: 10, width: 50, height: 50 })).toBe(0.5);
    expect(cutOff({ x: 175, y: 75, width: 50, height: 50 })).toBe(0.75);
    expect(cutOff({ x: 300, y: 0, width: 50, height: 50 })).toBe(1);
  });

  it('measures the offset from the centre along the worse axis', () => {
    const offset = (box: Box) => measureQuality(GREY, faceAt(box)).centreOffset;
    expect(offset({ x: 75, y: 25, width: 50, height: 50 })).toBe(0);
    expect(offset({ x: 75, y: 50, width: 50, height: 50 })).toBe(0.5);
    expect(offset({ x: 175, y: 25, width: 50, height: 50 })).toBe(1);
  });

  it('measures luma of the face and of the room apart', () => {
    const box = { x: 90, y: 40, width: 20, height: 20 };
    const { faceLuma, backgroundLuma, faceDarkShare, faceBrightShare } = measureQuality(
      paint(GREY, box, 10),
      faceAt(box),
    );
    expect(faceLuma).toBeCloseTo(10, 5);
    expect(backgroundLuma).toBeCloseTo(128, 5);
    expect([faceDarkShare, faceBrightShare]).toEqual([1, 0]);
    expect(measureQuality(paint(GREY, box, 250), faceAt(box)).faceBrightShare).toBe(1);
  });

  it('takes the face for the room when it fills the picture', () => {
    const box = { x: 0, y: 0, width: 200, height: 100 };
    const { faceLuma, backgroundLuma } = measureQuality(GREY, faceAt(box));
    expect(backgroundLuma).toBe(faceLuma);
  });

  it('reproduces independent numbers of sharpness and exposure on the drawn scene', () => {
    // From an implementation in numpy with dense filter matrices.
    const { sharpness, faceLuma, backgroundLuma } = measureQuality(drawScene(), SCENE_FACE);
    expect(sharpness).toBeCloseTo(3.1418, 3);
    expect(faceLuma).toBeCloseTo(118.9488, 3);
    expect(backgroundLuma).toBeCloseTo(106.6719, 3);
  });

  it('falls in sharpness with blur and not with contrast', () => {
    const box = { x: 60, y: 10, width: 80, height: 80 };
    const stripes = (steepness: number, contrast: number) => {
      const image = drawFlat(200, 100, [0, 0, 0]);
      const data = image.data.map((_, at) => {
        const x = Math.floor(at / 3) % 200;
        return 128 + Math.round(contrast * Math.tanh(steepness * Math.sin((2 * Math.PI * x) / 40)));
      });
      return measureQuality({ ...image, data }, faceAt(box)).sharpness;
    };
    expect(stripes(1, 100)).toBeLessThan(stripes(8, 100) * 0.5);
    expect(stripes(8, 50) / stripes(8, 100)).toBeCloseTo(1, 1);
  });
});

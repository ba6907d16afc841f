import { describe, expect, it } from 'vitest';
import { drawFlat } from '../image/testing/synthetic-scene.ts';
import { measureSkinTone } from './skin-tone.ts';

/** All mesh points in the middle of the picture. */
function landmarksAt(x: number, y: number): Float32Array {
  return Float32Array.from({ length: 478 * 3 }, (_, at) => [x, y, 0][at % 3]!);
}

describe('skin tone', () => {
  it.each([
    { rgb: [239, 208, 189], low: 41, high: 90 },
    { rgb: [198, 150, 115], low: 10, high: 41 },
    { rgb: [110, 72, 50], low: -60, high: -10 },
  ] as const)('places $rgb between $low and $high degrees', ({ rgb, low, high }) => {
    const angle = measureSkinTone(drawFlat(40, 40, [...rgb]), landmarksAt(20, 20))!;
    expect(angle).toBeGreaterThan(low);
    expect(angle).toBeLessThan(high);
  });

  it('says nothing of cheeks outside of the picture', () => {
    expect(measureSkinTone(drawFlat(40, 40, [200, 150, 120]), landmarksAt(-30, 20))).toBeUndefined();
  });
});

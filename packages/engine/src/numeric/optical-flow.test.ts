import { describe, expect, it } from 'vitest';
import { texturedPlane } from '../testing/textured-plane.ts';
import { buildPyramid, followPoint } from './optical-flow.ts';

const FROM = buildPyramid(texturedPlane(160, 120));

describe('followPoint', () => {
  it.each([
    [0, 0],
    [0.3, -0.2],
    [2.5, 1.25],
    [-7, 5],
  ])('finds a shift of %d, %d to a tenth of a pixel', (dx, dy) => {
    const to = buildPyramid(texturedPlane(160, 120, dx, dy));
    for (const [x, y] of [
      [80, 60],
      [50, 40],
      [110, 80],
    ] as const) {
      const step = followPoint(FROM, to, x, y)!;
      expect(Math.abs(step[0] - dx)).toBeLessThan(0.1);
      expect(Math.abs(step[1] - dy)).toBeLessThan(0.1);
    }
  });

  it.each([
    [14, -10],
    [-14, 10],
  ])(
    'finds a lone spot that jumped by %d, %d: what a coarse level found is doubled on the next',
    (dx, dy) => {
      const step = followPoint(spotPyramid(0, 0), spotPyramid(dx, dy), 80, 60)!;
      expect(Math.abs(step[0] - dx)).toBeLessThan(0.1);
      expect(Math.abs(step[1] - dy)).toBeLessThan(0.1);
    },
  );

  it('gives up where there is no texture, at the border, and when the window is gone', () => {
    const flat = buildPyramid({ width: 160, height: 120, data: new Uint8Array(160 * 120).fill(90) });
    expect(followPoint(flat, FROM, 80, 60)).toBeUndefined();
    expect(followPoint(FROM, FROM, 1, 1)).toBeUndefined();
    expect(followPoint(FROM, FROM, 159, 119)).toBeUndefined();
    expect(followPoint(FROM, flat, 80, 60)).toBeUndefined();
  });
});

/** A bright spot of 4 pixels' deviation, off the middle of the plane. */
function spotPyramid(dx: number, dy: number) {
  const data = Uint8Array.from({ length: 160 * 120 }, (_, at) => {
    const squares = ((at % 160) - 80 - dx) ** 2 + (Math.floor(at / 160) - 60 - dy) ** 2;
    return 60 + 150 * Math.exp(-squares / 32);
  });
  return buildPyramid({ width: 160, height: 120, data });
}

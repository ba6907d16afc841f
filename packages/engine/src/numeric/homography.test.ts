import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitHomography, project } from './homography.ts';

const GRID = Array.from(
  { length: 12 },
  (_, at) => [300 + 40 * (at % 4), 200 + 50 * Math.floor(at / 4)] as const,
);
const pairsOf = (map: (x: number, y: number) => readonly [number, number]) =>
  GRID.flatMap(([x, y]) => [x, y, ...map(x, y)]);

describe('fitHomography', () => {
  it('recovers a shift, a turn and a tilt', () => {
    const small = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(small, small, small, small, (a, b, c, d) => {
        const tilted = (x: number, y: number) => {
          const w = 1 + 2e-4 * c * x + 2e-4 * d * y;
          return [(x * (1 + 0.1 * a) - 0.2 * b * y + 9 * a) / w, (0.2 * b * x + y + 7 * b) / w] as const;
        };
        const homography = fitHomography(pairsOf(tilted))!;
        for (const [x, y] of GRID) {
          const [u, v] = project(homography, x, y);
          const expected = tilted(x, y);
          expect(Math.hypot(u - expected[0], v - expected[1])).toBeLessThan(1e-3);
        }
      }),
    );
  });

  it('is undefined for three points and for points on a line', () => {
    expect(fitHomography([0, 0, 1, 1, 5, 0, 6, 1, 0, 5, 1, 6])).toBeUndefined();
    expect(fitHomography(GRID.flatMap(([x]) => [x, 2 * x, x, 2 * x]))).toBeUndefined();
    expect(fitHomography(GRID.flatMap(() => [3, 3, 3, 3]))).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { alignedSquare } from './aligned-square.ts';

const EYES_AND_MOUTH = [
  [33, 133, -0.185, -0.04],
  [263, 362, 0.185, -0.04],
  [61, 291, 0, 0.32],
] as const;

/** A mesh whose anchors lie where the template wants them in a square of that size, place and turn. */
function mesh(centreX: number, centreY: number, side: number, turn: number): Float32Array {
  const landmarks = new Float32Array(478 * 3);
  for (const [a, b, x, y] of EYES_AND_MOUTH) {
    for (const [point, aside] of [
      [a, -5],
      [b, 5],
    ] as const) {
      const [u, v] = [x * side + aside, y * side];
      landmarks[point * 3] = centreX + u * Math.cos(turn) - v * Math.sin(turn);
      landmarks[point * 3 + 1] = centreY + u * Math.sin(turn) + v * Math.cos(turn);
    }
  }
  return landmarks;
}

it.each([
  [100, 80, 60, 0],
  [300.5, 210, 120, 0.4],
  [50, 50, 33, -1.2],
])('finds the square again: centre %s, %s, side %s, turn %s', (x, y, side, turn) => {
  const square = alignedSquare(mesh(x, y, side, turn), 1.5);
  expect(square.centreX).toBeCloseTo(x, 3);
  expect(square.centreY).toBeCloseTo(y, 3);
  expect(square.side).toBeCloseTo(1.5 * side, 3);
  expect(square.rotation).toBeCloseTo(turn, 5);
});

it('keeps a square where all points are one', () => {
  expect(alignedSquare(new Float32Array(478 * 3), 1)).toMatchObject({ centreX: 0, centreY: 0, side: 1 });
});

it('aligns a mirrored mesh upright, not upside down', () => {
  const mirrored = mesh(100, 80, 60, 0.3).map((value, at) => (at % 3 === 0 ? 300 - value : value));
  const square = alignedSquare(mirrored, 1);
  expect(square.centreX).toBeCloseTo(200, 3);
  expect(square.rotation).toBeCloseTo(-0.3, 5);
  expect(square.side).toBeCloseTo(60, 3);
});

import { expect, it } from 'vitest';
import { minimise } from './minimise.ts';

it('finds the minimum of a stretched bowl', () => {
  const target = [3, -2, 0.5];
  const stretch = [1, 100, 10_000];
  const point = minimise(
    (x) => {
      const gradient = x.map((value, i) => 2 * stretch[i]! * (value - target[i]!));
      const value = x.reduce((sum, v, i) => sum + stretch[i]! * (v - target[i]!) ** 2, 0);
      return { value, gradient };
    },
    new Float64Array(3),
    1e-9,
  );
  target.forEach((value, i) => {
    expect(point[i]).toBeCloseTo(value, 5);
  });
});

it('follows the curved valley of the Rosenbrock function', () => {
  const point = minimise(
    ([x, y]) => {
      const value = (1 - x!) ** 2 + 100 * (y! - x! ** 2) ** 2;
      return {
        value,
        gradient: Float64Array.of(-2 * (1 - x!) - 400 * x! * (y! - x! ** 2), 200 * (y! - x! ** 2)),
      };
    },
    Float64Array.of(-1.2, 1),
  );
  expect(point[0]).toBeCloseTo(1, 4);
  expect(point[1]).toBeCloseTo(1, 4);
});

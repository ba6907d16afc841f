import { describe, expect, it } from 'vitest';
import { diagonalDetail, halve } from './haar.ts';

const PLANE = Float32Array.of(1, 3, 10, 10, 5, 7, 10, 2, 0, 0, 4, 4, 0, 0, 4, 4);

describe('haar', () => {
  it('halves a plane by the mean of every block', () => {
    expect([...halve(PLANE, 4)]).toEqual([4, 8, 0, 4]);
  });

  it('finds diagonal detail only where a block is neither flat nor an edge', () => {
    expect([...diagonalDetail(PLANE, 4)]).toEqual([0, 4, 0, 0]);
  });

  it('measures white noise by its standard deviation', () => {
    const side = 64;
    let state = 1;
    const uniform = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const plane = Float32Array.from({ length: side * side }, () => uniform() - 0.5);
    const detail = diagonalDetail(plane, side);
    const rootMeanSquare = Math.sqrt(detail.reduce((sum, value) => sum + value ** 2, 0) / detail.length);
    expect(rootMeanSquare).toBeCloseTo(Math.sqrt(1 / 12), 1);
  });
});

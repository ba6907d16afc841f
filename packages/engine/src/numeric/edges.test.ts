import { describe, expect, it } from 'vitest';
import { measureEdges } from './edges.ts';

const SIDE = 16;

function plane(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: SIDE * SIDE }, (_, at) => value(at % SIDE, Math.floor(at / SIDE)));
}

describe('edge energy', () => {
  it('is nothing on a flat plane', () => {
    expect(
      measureEdges(
        plane(() => 7),
        SIDE,
      ),
    ).toEqual({ variance: 0, gradient: 0, laplacian: 0 });
  });

  it('has a gradient but no curvature on a slope', () => {
    const { gradient, laplacian } = measureEdges(
      plane((x, y) => 3 * x + 4 * y),
      SIDE,
    );
    expect(gradient).toBe(25);
    expect(laplacian).toBe(0);
  });

  it('measures the curvature of a chequerboard, whose central differences vanish', () => {
    const { variance, gradient, laplacian } = measureEdges(
      plane((x, y) => ((x + y) % 2 === 0 ? 1 : -1)),
      SIDE,
    );
    expect(variance).toBe(1);
    expect(gradient).toBe(0);
    expect(laplacian).toBe(64);
  });
});

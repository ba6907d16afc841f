import { describe, expect, it } from 'vitest';
import { createSquareFourier } from './fft.ts';

const SIDE = 8;

describe('square Fourier transform', () => {
  it('equals the sum by definition', () => {
    const real = Float64Array.from({ length: SIDE * SIDE }, (_, i) => Math.sin(i * i));
    const imaginary = Float64Array.from({ length: SIDE * SIDE }, (_, i) => Math.cos(3 * i));
    const expected = transformByDefinition(real, imaginary);
    createSquareFourier(SIDE).transform(real, imaginary);
    for (let at = 0; at < real.length; at++) {
      expect(real[at]).toBeCloseTo(expected.real[at]!, 9);
      expect(imaginary[at]).toBeCloseTo(expected.imaginary[at]!, 9);
    }
  });

  it('keeps the energy (Parseval)', () => {
    const side = 64;
    const real = Float64Array.from({ length: side * side }, (_, i) => ((i * 7919) % 101) - 50);
    const imaginary = new Float64Array(side * side);
    const before = energy(real, imaginary);
    createSquareFourier(side).transform(real, imaginary);
    expect(energy(real, imaginary) / (side * side)).toBeCloseTo(before, 4);
  });
});

function energy(real: Float64Array, imaginary: Float64Array): number {
  return real.reduce((sum, value, at) => sum + value ** 2 + imaginary[at]! ** 2, 0);
}

function transformByDefinition(real: Float64Array, imaginary: Float64Array) {
  const result = { real: new Float64Array(real.length), imaginary: new Float64Array(real.length) };
  for (let v = 0; v < SIDE; v++) {
    for (let u = 0; u < SIDE; u++) {
      for (let at = 0; at < real.length; at++) {
        const angle = (-2 * Math.PI * (u * (at % SIDE) + v * Math.floor(at / SIDE))) / SIDE;
        result.real[v * SIDE + u]! += real[at]! * Math.cos(angle) - imaginary[at]! * Math.sin(angle);
        result.imaginary[v * SIDE + u]! += real[at]! * Math.sin(angle) + imaginary[at]! * Math.cos(angle);
      }
    }
  }
  return result;
}

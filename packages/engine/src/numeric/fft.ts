/** An in-place complex Fourier transform of a fixed square size. */
export interface SquareFourier {
  readonly side: number;
  /** Transforms `side * side` complex numbers; the zero frequency lands at index 0. */
  transform(real: Float64Array, imaginary: Float64Array): void;
}

/** Creates a two-dimensional radix-2 transform (Cooley and Tukey 1965); `side` must be a power of two. */
export function createSquareFourier(side: number): SquareFourier {
  const cosines = Float64Array.from({ length: side / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / side));
  const sines = Float64Array.from({ length: side / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / side));
  const reversed = bitReversal(side);

  function transformLine(real: Float64Array, imaginary: Float64Array, start: number, stride: number): void {
    for (let i = 0; i < side; i++) {
      const j = reversed[i]!;
      if (i < j) swap(real, imaginary, start + i * stride, start + j * stride);
    }
    for (let half = 1; half < side; half *= 2) {
      const turn = side / (2 * half);
      for (let block = 0; block < side; block += 2 * half) {
        for (let k = 0; k < half; k++) {
          const cos = cosines[k * turn]!;
          const sin = sines[k * turn]!;
          const upper = start + (block + k) * stride;
          const lower = upper + half * stride;
          const re = real[lower]! * cos - imaginary[lower]! * sin;
          const im = real[lower]! * sin + imaginary[lower]! * cos;
          real[lower] = real[upper]! - re;
          imaginary[lower] = imaginary[upper]! - im;
          real[upper]! += re;
          imaginary[upper]! += im;
        }
      }
    }
  }

  return {
    side,
    transform(real, imaginary) {
      for (let row = 0; row < side; row++) transformLine(real, imaginary, row * side, 1);
      for (let column = 0; column < side; column++) transformLine(real, imaginary, column, side);
    },
  };
}

function bitReversal(length: number): Int32Array {
  const reversed = new Int32Array(length);
  for (let i = 1; i < length; i++) {
    reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? length >> 1 : 0);
  }
  return reversed;
}

function swap(real: Float64Array, imaginary: Float64Array, a: number, b: number): void {
  const re = real[a]!;
  const im = imaginary[a]!;
  real[a] = real[b]!;
  imaginary[a] = imaginary[b]!;
  real[b] = re;
  imaginary[b] = im;
}

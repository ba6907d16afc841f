import type { ConvOptions, PoolOptions, WindowOptions } from '../tflite/options.ts';

/** A float tensor in row-major order, channels last. */
export interface Values {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

interface Window {
  readonly size: { readonly height: number; readonly width: number };
  readonly dilation: { readonly height: number; readonly width: number };
}

/** CONV_2D without groups: weights [out, height, width, in]. */
export function convolve(
  a: Values,
  weights: Values,
  bias: Values | null,
  shape: readonly number[],
  options: ConvOptions,
): Float32Array {
  const [outputs, height, width, inputs] = weights.shape as [number, number, number, number];
  const sums = startAt(bias, shape);
  slide(a, shape, options, { size: { height, width }, dilation: options.dilation }, (from, to, tap) => {
    for (let o = 0; o < outputs; o++) {
      const row = (o * height * width + tap) * inputs;
      let sum = 0;
      for (let i = 0; i < inputs; i++) sum += a.data[from * inputs + i]! * weights.data[row + i]!;
      sums[to * outputs + o]! += sum;
    }
  });
  return rectify(Float32Array.from(sums), options);
}

/** DEPTHWISE_CONV_2D: weights [1, height, width, channels x multiplier]. */
export function convolveDepthwise(
  a: Values,
  weights: Values,
  bias: Values | null,
  shape: readonly number[],
  options: ConvOptions,
): Float32Array {
  const [, height, width, outputs] = weights.shape as [number, number, number, number];
  const inputs = a.shape[3]!;
  const multiplier = outputs / inputs;
  const sums = startAt(bias, shape);
  slide(a, shape, options, { size: { height, width }, dilation: options.dilation }, (from, to, tap) => {
    for (let o = 0; o < outputs; o++) {
      sums[to * outputs + o]! +=
        a.data[from * inputs + Math.floor(o / multiplier)]! * weights.data[tap * outputs + o]!;
    }
  });
  return rectify(Float32Array.from(sums), options);
}

/** MAX_POOL_2D. */
export function maxPool(a: Values, shape: readonly number[], options: PoolOptions): Float32Array {
  const channels = a.shape[3]!;
  const out = startAt(null, shape).fill(Number.NEGATIVE_INFINITY);
  const window = { size: options.filter, dilation: { height: 1, width: 1 } };
  slide(a, shape, options, window, (from, to) => {
    for (let c = 0; c < channels; c++) {
      out[to * channels + c] = Math.max(out[to * channels + c]!, a.data[from * channels + c]!);
    }
  });
  return rectify(Float32Array.from(out), options);
}

/** Applies the activation that is fused into an operator. */
export function rectify(data: Float32Array, { activation }: { readonly activation: string }): Float32Array {
  return activation === 'relu' ? data.map((x) => Math.max(x, 0)) : data;
}

function startAt(bias: Values | null, shape: readonly number[]): Float64Array {
  const channels = shape[3]!;
  const count = shape.reduce((total, size) => total * size, 1);
  return Float64Array.from({ length: count }, (_, index) => bias?.data[index % channels] ?? 0);
}

/** Visits every pair of an input pixel and an output pixel under a window, as indices of pixels, with the window's tap. */
function slide(
  a: Values,
  shape: readonly number[],
  options: WindowOptions,
  { size, dilation }: Window,
  visit: (from: number, to: number, tap: number) => void,
): void {
  const [, rows, columns] = a.shape as [number, number, number];
  const { stride, padding } = options;
  const before = (positions: number, step: number, length: number, spread: number, extent: number): number =>
    padding === 'same'
      ? Math.floor(Math.max((positions - 1) * step + (length - 1) * spread + 1 - extent, 0) / 2)
      : 0;
  const top = before(shape[1]!, stride.height, size.height, dilation.height, rows);
  const left = before(shape[2]!, stride.width, size.width, dilation.width, columns);
  for (let y = 0; y < shape[1]!; y++) {
    for (let x = 0; x < shape[2]!; x++) {
      for (let tap = 0; tap < size.height * size.width; tap++) {
        const row = y * stride.height - top + Math.floor(tap / size.width) * dilation.height;
        const column = x * stride.width - left + (tap % size.width) * dilation.width;
        const inside = row >= 0 && row < rows && column >= 0 && column < columns;
        if (inside) visit(row * columns + column, y * shape[2]! + x, tap);
      }
    }
  }
}

/** `stored`: the order of the TFLite file, channels last. `channels-first`: a rank-4 activation as NCHW. */
export type Layout = 'stored' | 'channels-first';

/** Permutation that takes NHWC to NCHW. */
export const TO_CHANNELS_FIRST = [0, 3, 1, 2] as const;
/** Permutation that takes NCHW to NHWC. */
export const TO_STORED = [0, 2, 3, 1] as const;

/** Where each stored axis (N, H, W, C) lands in a layout. */
const AXES_CHANNELS_FIRST = [0, 2, 3, 1] as const;

/** Position of a stored axis, counted from the back when negative, of a rank-`rank` tensor in `layout`. */
export function axisIn(layout: Layout, axis: number, rank: number): number {
  const positive = axis < 0 ? axis + rank : axis;
  return layout === 'stored' ? positive : (AXES_CHANNELS_FIRST[positive] ?? positive);
}

/** Reorders one value per stored axis (N, H, W, C) into the order of `layout`. */
export function perAxisIn<T>(layout: Layout, perAxis: readonly T[]): readonly T[] {
  if (layout === 'stored') return perAxis;
  return TO_CHANNELS_FIRST.map((axis) => perAxis[axis] as T);
}

/** Copies a row-major tensor with its axes permuted: axis i of the result is axis `permutation[i]` of the source. */
export function transpose(
  data: Float32Array,
  dims: readonly number[],
  permutation: readonly number[],
): { dims: number[]; data: Float32Array } {
  const strides = dims.map((_, axis) => product(dims.slice(axis + 1)));
  const outDims = permutation.map((axis) => dims[axis] ?? 1);
  const outStrides = permutation.map((axis) => strides[axis] ?? 0);
  const index = outDims.map(() => 0);
  const out = new Float32Array(data.length);
  let from = 0;
  for (let to = 0; to < out.length; to++) {
    out[to] = data[from]!;
    for (let axis = outDims.length - 1; axis >= 0; axis--) {
      from += outStrides[axis]!;
      index[axis]!++;
      if (index[axis]! < outDims[axis]!) break;
      from -= outStrides[axis]! * outDims[axis]!;
      index[axis] = 0;
    }
  }
  return { dims: outDims, data: out };
}

/** Number of elements of a shape. */
export function product(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total * size, 1);
}

import type { TfliteTensor } from '../tflite/graph.ts';

/** A float constant in row-major order of its stored axes. */
export interface Constant {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** Reads a float32 constant; null when the tensor is anything else. */
export function readFloats(tensor: TfliteTensor | undefined): Constant | null {
  if (tensor === undefined || tensor.constant === null || tensor.type !== 'float32') return null;
  return { dims: tensor.shape, data: new Float32Array(copyAligned(tensor.constant)) };
}

/** Reads an int32 or int64 constant: both occur as shapes and paddings. Null when the tensor is anything else. */
export function readIntegers(tensor: TfliteTensor | undefined): readonly number[] | null {
  if (tensor === undefined || tensor.constant === null) return null;
  if (tensor.type === 'int32') return Array.from(new Int32Array(copyAligned(tensor.constant)));
  if (tensor.type === 'int64') return Array.from(new BigInt64Array(copyAligned(tensor.constant)), Number);
  return null;
}

/** Makes a float32 constant tensor. */
export function floatTensor(shape: readonly number[], data: Float32Array): TfliteTensor {
  const constant = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { name: '', type: 'float32', shape, constant, quantised: false, sparse: false };
}

/** Numbers in a flatbuffer need not start at a multiple of their size, typed arrays must. */
function copyAligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

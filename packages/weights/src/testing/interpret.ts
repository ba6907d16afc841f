import { readFloats, readIntegers } from '../convert/constants.ts';
import { product } from '../convert/layout.ts';
import type { BuiltinOperator } from '../tflite/builtin-operators.ts';
import type { BuiltinNode, TfliteGraph, TfliteOperator } from '../tflite/graph.ts';
import { convolve, convolveDepthwise, maxPool, rectify, type Values } from './interpret-windows.ts';

/**
 * Computes tensors of a TFLite graph (batch 1) with plain loops, straight from the definitions of the operators: an
 * independent witness for the converter and its rewrites. It knows the operators that the rewrites touch.
 */
export function interpret(
  graph: TfliteGraph,
  inputs: ReadonlyMap<number, Float32Array>,
): (tensorIndex: number) => Float32Array {
  const known = new Map<number, Values>();
  const producers = new Map(
    graph.operators.flatMap((node) => node.outputs.map((index) => [index, node] as const)),
  );
  const valueOf = (index: number): Values => {
    const tensor = graph.tensors[index]!;
    const given = known.get(index)?.data ?? inputs.get(index) ?? readFloats(tensor)?.data;
    const value = { shape: tensor.shape, data: given ?? compute(graph, producers.get(index)!, valueOf) };
    known.set(index, value);
    return value;
  };
  return (tensorIndex) => valueOf(tensorIndex).data;
}

/** What an operator works on: its float operands, its integer operands, and the shape of its result. */
interface Operands {
  readonly shape: readonly number[];
  /** An input by its position. */
  readonly at: (position: number) => Values;
  /** The third input of a convolution, if it has one. */
  readonly bias: Values | null;
  readonly integers: (position: number) => readonly number[];
}

type Interpreters = {
  readonly [K in BuiltinOperator]?: (node: BuiltinNode<K>, operands: Operands) => Float32Array;
};

const INTERPRETERS: Interpreters = {
  ADD: ({ options }, { shape, at }) =>
    rectify(
      zip(shape, [at(0), at(1)], (x, y) => x + y),
      options,
    ),
  CONCATENATION: ({ inputs }, { shape, at }) =>
    concatenateChannels(
      inputs.map((_, position) => at(position)),
      shape,
    ),
  CONV_2D: ({ options }, { shape, at, bias }) => convolve(at(0), at(1), bias, shape, options),
  DEPTHWISE_CONV_2D: ({ options }, { shape, at, bias }) =>
    convolveDepthwise(at(0), at(1), bias, shape, options),
  GREATER: (_, { shape, at }) => zip(shape, [at(0), at(1)], (x, y) => (x > y ? 1 : 0)),
  MAX_POOL_2D: ({ options }, { shape, at }) => maxPool(at(0), shape, options),
  MUL: ({ options }, { shape, at }) =>
    rectify(
      zip(shape, [at(0), at(1)], (x, y) => x * y),
      options,
    ),
  PAD: (_, { shape, at, integers }) => pad(at(0), shape, integers(1)),
  PRELU: (_, { shape, at }) => zip(shape, [at(0), at(1)], (x, slope) => (x > 0 ? x : x * slope)),
  RELU: (_, { at }) => at(0).data.map((x) => Math.max(x, 0)),
  SELECT: (_, { shape, at }) => zip(shape, [at(0), at(1), at(2)], (chosen, x, y) => (chosen === 1 ? x : y)),
};

function compute(graph: TfliteGraph, node: TfliteOperator, valueOf: (index: number) => Values): Float32Array {
  const table = INTERPRETERS as Readonly<
    Record<string, (node: TfliteOperator, operands: Operands) => Float32Array>
  >;
  const interpretNode = table[node.name];
  if (interpretNode === undefined) throw new Error(`the interpreter does not know ${node.name}`);
  const at = (position: number): Values => valueOf(node.inputs[position]!);
  const isConvolution = node.name === 'CONV_2D' || node.name === 'DEPTHWISE_CONV_2D';
  return interpretNode(node, {
    shape: graph.tensors[node.outputs[0]!]!.shape,
    at,
    bias: isConvolution && node.inputs.length > 2 ? at(2) : null,
    integers: (position) => readIntegers(graph.tensors[node.inputs[position]!])!,
  });
}

/** Broadcasts operands whose axes are the last ones of the result. */
function zip(
  shape: readonly number[],
  operands: readonly Values[],
  f: (x: number, y: number, z: number) => number,
): Float32Array {
  return Float32Array.from({ length: product(shape) }, (_, index) => {
    const [x = 0, y = 0, z = 0] = operands.map(({ data }) => data[index % data.length]!);
    return f(x, y, z);
  });
}

function pad(a: Values, shape: readonly number[], paddings: readonly number[]): Float32Array {
  const [, height, width, channels] = a.shape as [number, number, number, number];
  const [, , top, , left, , before] = paddings as [number, number, number, number, number, number, number];
  const out = new Float32Array(product(shape));
  for (let pixel = 0; pixel < height * width; pixel++) {
    const row = Math.floor(pixel / width) + top;
    const column = (pixel % width) + left;
    const values = a.data.subarray(pixel * channels, (pixel + 1) * channels);
    out.set(values, (row * shape[2]! + column) * shape[3]! + before);
  }
  return out;
}

function concatenateChannels(parts: readonly Values[], shape: readonly number[]): Float32Array {
  const channels = shape.at(-1)!;
  const out = new Float32Array(product(shape));
  let start = 0;
  for (const { shape: partShape, data } of parts) {
    const count = partShape.at(-1)!;
    for (let pixel = 0; pixel * count < data.length; pixel++) {
      out.set(data.subarray(pixel * count, (pixel + 1) * count), pixel * channels + start);
    }
    start += count;
  }
  return out;
}

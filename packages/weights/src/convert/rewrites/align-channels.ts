import type { TfliteGraph, TfliteOperator, TfliteTensor } from '../../tflite/graph.ts';
import { floatTensor, readFloats } from '../constants.ts';
import { product } from '../layout.ts';
import { createUnion } from './union.ts';

/**
 * Channels that onnxruntime's blocked kernels work on at once with AVX-512 (8 with AVX2). A depthwise convolution over
 * any other number of channels falls back to a slower kernel between two reorderings.
 */
export const CHANNEL_BLOCK = 16;

/** Operators of one image that leave channels where they are, so that a zero channel passes through. */
const CHANNELWISE: ReadonlySet<string> = new Set(['MAX_POOL_2D', 'RELU', 'RESIZE_BILINEAR']);

/**
 * Rounds the channel count of inner tensors up to a full block. The extra channels come out of zero weights and go into
 * zero weights, so results do not change. Tensors that share their channels keep their count together when anything but
 * a convolution makes or reads one of them, or when one is pinned or an input or output of the graph.
 */
export function alignChannels(graph: TfliteGraph, pinned: readonly number[]): TfliteGraph {
  const channelsOf = planChannels(graph, pinned);
  const tensors = graph.tensors.map((tensor, index): TfliteTensor => {
    const channels = channelsOf(index);
    return channels === null ? tensor : { ...tensor, shape: [...tensor.shape.slice(0, -1), channels] };
  });
  const operators = graph.operators.map((operator): TfliteOperator => {
    const inputs = operator.inputs.map((index, position) => {
      const old = graph.tensors[index];
      if (old === undefined || old.constant === null) return index;
      const padded = padParameter(old, operator, position, channelsOf);
      return padded === old ? index : tensors.push(padded) - 1;
    });
    return { ...operator, inputs };
  });
  return { ...graph, tensors, operators };
}

type ChannelsOf = (index: number) => number | null;

/** Plans the new channel count of each tensor; null where it keeps its own. */
function planChannels(graph: TfliteGraph, pinned: readonly number[]): ChannelsOf {
  const groups = createUnion(graph.tensors.length);
  const fixed = new Set<number>([...pinned, ...graph.inputs, ...graph.outputs]);
  for (const operator of graph.operators) {
    const computed = [...operator.inputs, ...operator.outputs].filter((index) => isComputed(graph, index));
    if (keepsChannels(graph, operator)) groups.join(computed);
    else if (!isUngroupedConv(graph, operator)) computed.forEach((index) => fixed.add(index));
  }
  const fixedGroups = new Set([...fixed].map((index) => groups.find(index)));
  return (index) => {
    const channels = graph.tensors[index]?.shape[3] ?? 0;
    const aligned = Math.ceil(channels / CHANNEL_BLOCK) * CHANNEL_BLOCK;
    const keeps = !isComputed(graph, index) || fixedGroups.has(groups.find(index)) || aligned === channels;
    return keeps ? null : aligned;
  };
}

/** Whether channel i of the output depends on channel i of the inputs alone, through weights that can be padded. */
function keepsChannels(graph: TfliteGraph, operator: TfliteOperator): boolean {
  const [input = -1, parameter = -1] = operator.inputs;
  const channels = channelsAt(graph, input, 3);
  if (channelsAt(graph, operator.outputs[0] ?? -1, 3) !== channels) return false;
  if (operator.name === 'PRELU') return product(graph.tensors[parameter]?.shape ?? []) === channels;
  if (operator.name === 'DEPTHWISE_CONV_2D') return channelsAt(graph, parameter, 3) === channels;
  if (operator.name === 'ADD') return channelsAt(graph, parameter, 3) === channels;
  return CHANNELWISE.has(operator.name);
}

function isUngroupedConv(graph: TfliteGraph, operator: TfliteOperator): boolean {
  const [input = -1, weights = -1] = operator.inputs;
  const [output = -1] = operator.outputs;
  const takesAll = channelsAt(graph, input, 3) === channelsAt(graph, weights, 3);
  const givesAll = channelsAt(graph, output, 3) === channelsAt(graph, weights, 0);
  return operator.name === 'CONV_2D' && takesAll && givesAll;
}

function channelsAt(graph: TfliteGraph, index: number, axis: number): number | undefined {
  return graph.tensors[index]?.shape[axis];
}

function isComputed(graph: TfliteGraph, index: number): boolean {
  return graph.tensors[index]?.constant === null;
}

/** Weights [out, h, w, in] of CONV_2D grow at both ends; everything else has its channels on the last axis. */
function padParameter(
  parameter: TfliteTensor,
  operator: TfliteOperator,
  position: number,
  channelsOf: ChannelsOf,
): TfliteTensor {
  const channelsIn = channelsOf(operator.inputs[0] ?? -1);
  const channelsOut = channelsOf(operator.outputs[0] ?? -1);
  const lastAxis = parameter.shape.length - 1;
  const isConvWeights = operator.name === 'CONV_2D' && position === 1;
  const widened = isConvWeights ? padWithZeros(parameter, lastAxis, channelsIn) : parameter;
  return padWithZeros(widened, isConvWeights ? 0 : lastAxis, channelsOut);
}

function padWithZeros(tensor: TfliteTensor, axis: number, size: number | null): TfliteTensor {
  const constant = readFloats(tensor);
  if (constant === null || size === null) return tensor;
  const { dims, data } = constant;
  const newDims = dims.map((old, index) => (index === axis ? size : old));
  const run = product(dims.slice(axis));
  const newRun = product(newDims.slice(axis));
  const padded = new Float32Array(product(newDims));
  for (let row = 0; row * run < data.length; row++) {
    padded.set(data.subarray(row * run, (row + 1) * run), row * newRun);
  }
  return floatTensor(newDims, padded);
}

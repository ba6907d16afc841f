import { encodeOnnxModel } from '../onnx/encode-model.ts';
import type { OnnxNode, OnnxValue } from '../onnx/model.ts';
import type { TfliteGraph, TfliteOperator } from '../tflite/graph.ts';
import { readTfliteGraph } from '../tflite/read-graph.ts';
import { Conversion } from './conversion.ts';
import { type Layout, perAxisIn } from './layout.ts';
import { CUSTOM_OPERATORS, OPERATOR_TABLE } from './operator-table.ts';
import { rewriteGraph } from './rewrite-graph.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';

/** An inner image tensor offered as an extra output, channels first: [1, channels, height, width]. */
export interface Tap {
  /** Name of the ONNX output. */
  readonly name: string;
  /** Name of the tensor in the TFLite file; of a fused name (`a;b`) the first part, which is the tensor's own. */
  readonly tensor: string;
}

const CUSTOM_PREFIX = 'CUSTOM:';

/** How the ONNX model is to look from outside. */
export interface ConversionPlan {
  /** Names the file in errors and the graph in the model. */
  readonly fileId: string;
  /** ONNX names of the inputs and outputs, in the order of the file. */
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly taps: readonly Tap[];
}

interface NamedOutput {
  readonly name: string;
  readonly index: number;
  readonly layout: Layout;
}

/**
 * Converts a float TFLite model to ONNX: inputs and outputs keep the shapes of the file (NHWC), convolutions and what
 * lies between them run channels first. Throws TfliteFormatError for unreadable bytes and
 * {@link UnsupportedModelError} for an operator, a sparse or a quantised tensor it does not know.
 */
export function convertTflite(bytes: Uint8Array, plan: ConversionPlan): Uint8Array {
  return convertGraph(readTfliteGraph(bytes), plan);
}

/** {@link convertTflite} from the graph onwards. */
export function convertGraph(stored: TfliteGraph, plan: ConversionPlan): Uint8Array {
  requireFloatTensors(stored, plan.fileId);
  const taps = plan.taps.map((tap) => findTap(stored, plan, tap));
  const graph = rewriteGraph(
    stored,
    taps.map((tap) => tap.index),
  );
  const conversion = new Conversion(graph, plan.fileId);
  const inputs = graph.inputs.map((index, position): OnnxValue => {
    const name = nameAt(plan.inputNames, position, plan.fileId);
    conversion.bind(index, 'stored', name);
    return { name, dims: conversion.tensor(index).shape };
  });
  for (const operator of graph.operators) convertOperator(operator, conversion);
  conversion.currentOperator = null;
  const outputs = [...fileOutputs(graph, plan), ...taps];
  const values = new Map(outputs.map(({ name, index, layout }) => [conversion.value(index, layout), name]));
  if (values.size !== outputs.length) conversion.reject('two outputs are the same value');
  return encodeOnnxModel({
    name: plan.fileId,
    inputs,
    outputs: outputs.map(({ name, index, layout }) => ({
      name,
      dims: perAxisIn(layout, conversion.tensor(index).shape),
    })),
    initializers: conversion.initializers,
    nodes: conversion.nodes.map((node) => renameValues(node, values)),
  });
}

function convertOperator(operator: TfliteOperator, conversion: Conversion): void {
  conversion.currentOperator = operator.name;
  const isCustom = operator.name.startsWith(CUSTOM_PREFIX);
  const name = isCustom ? operator.name.slice(CUSTOM_PREFIX.length) : operator.name;
  // The tables pair each name with a function of its own node type, which the compiler cannot follow through a lookup.
  const table = (isCustom ? CUSTOM_OPERATORS : OPERATOR_TABLE) as Readonly<
    Record<string, (node: TfliteOperator, conversion: Conversion) => void>
  >;
  const convert = Object.hasOwn(table, name) ? table[name] : undefined;
  if (convert === undefined) conversion.reject('the converter does not know it');
  convert(operator, conversion);
}

function fileOutputs(graph: TfliteGraph, plan: ConversionPlan): NamedOutput[] {
  return graph.outputs.map((index, position) => ({
    name: nameAt(plan.outputNames, position, plan.fileId),
    index,
    layout: 'stored',
  }));
}

function nameAt(names: readonly string[], position: number, fileId: string): string {
  const name = names[position];
  if (name !== undefined) return name;
  throw new UnsupportedModelError(fileId, null, 'it has more inputs or outputs than planned');
}

function findTap(graph: TfliteGraph, { fileId }: ConversionPlan, tap: Tap): NamedOutput {
  const matches = graph.tensors.flatMap((tensor, index) =>
    tensor.shape.length === 4 && tensor.name.split(';')[0] === tap.tensor ? [index] : [],
  );
  const [index] = matches;
  if (index === undefined || matches.length > 1) {
    throw new UnsupportedModelError(fileId, null, `${matches.length} images match the tap ${tap.name}`);
  }
  return { name: tap.name, index, layout: 'channels-first' };
}

function renameValues(node: OnnxNode, names: ReadonlyMap<string, string>): OnnxNode {
  const rename = (value: string): string => names.get(value) ?? value;
  return { ...node, inputs: node.inputs.map(rename), outputs: node.outputs.map(rename) };
}

function requireFloatTensors(graph: TfliteGraph, fileId: string): void {
  for (const { name, type, quantised, sparse } of graph.tensors) {
    if (sparse) throw new UnsupportedModelError(fileId, null, `tensor ${name} is sparse`);
    if (quantised || type === 'int8' || type === 'uint8') {
      throw new UnsupportedModelError(fileId, null, `tensor ${name} is quantised`);
    }
  }
}

import { BUILTIN_OPERATORS } from './builtin-operators.ts';
import { FlatTable, openFlatBuffer } from './flatbuffer.ts';
import { TfliteFormatError } from './format-error.ts';
import type { TensorType, TfliteGraph, TfliteOperator, TfliteTensor } from './graph.ts';
import { OPTION_READERS } from './options.ts';

const FILE_IDENTIFIER = 'TFL3';
const SCHEMA_VERSION = 3;
const CUSTOM_CODE = BUILTIN_OPERATORS.indexOf('CUSTOM');

interface ElementType {
  readonly type: TensorType;
  readonly byteLength: number;
}

/** Element types by the codes of schema.fbs, TensorType; the others are of no use to us. */
const ELEMENT_TYPES: Readonly<Record<number, ElementType>> = {
  0: { type: 'float32', byteLength: 4 },
  1: { type: 'float16', byteLength: 2 },
  2: { type: 'int32', byteLength: 4 },
  3: { type: 'uint8', byteLength: 1 },
  4: { type: 'int64', byteLength: 8 },
  6: { type: 'bool', byteLength: 1 },
  9: { type: 'int8', byteLength: 1 },
};

/**
 * Reads the graph of a .tflite file: schema version 3, one subgraph, weights inside of the flatbuffer; field numbers are
 * those of tensorflow/lite/schema/schema.fbs. Constants are views into `bytes`. Throws {@link TfliteFormatError}; a graph
 * that comes out has no index out of range and no tensor read before it is computed.
 */
export function readTfliteGraph(bytes: Uint8Array): TfliteGraph {
  const model = openFlatBuffer(bytes, FILE_IDENTIFIER);
  const version = model.u32(0, 0);
  if (version !== SCHEMA_VERSION) throw new TfliteFormatError(`schema version ${version}`);
  const [subgraph, ...others] = model.tables(2);
  if (subgraph === undefined || others.length > 0) throw new TfliteFormatError('not exactly one subgraph');
  const buffers = model.tables(4);
  const names = model.tables(1).map(readOperatorName);
  const graph: TfliteGraph = {
    tensors: subgraph.tables(0).map((table) => readTensor(table, buffers)),
    operators: subgraph.tables(3).map((table) => readOperator(table, names)),
    inputs: subgraph.i32s(1),
    outputs: subgraph.i32s(2),
  };
  requireExecutionOrder(graph);
  return graph;
}

function readTensor(table: FlatTable, buffers: readonly FlatTable[]): TfliteTensor {
  const name = table.string(3);
  const shape = table.i32s(0);
  const element = ELEMENT_TYPES[table.i8(1, 0)];
  const buffer = buffers[table.u32(2, 0)];
  const sparse = table.table(6) !== null;
  if (buffer === undefined) throw new TfliteFormatError(`tensor ${name} names a buffer that is not there`);
  // An offset above 1 means data behind the flatbuffer, as files over 2 GB have it.
  if (buffer.u64(1) > 1n)
    throw new TfliteFormatError(`tensor ${name} keeps its data outside of the flatbuffer`);
  if (shape.some((size) => size < 0)) throw new TfliteFormatError(`tensor ${name} has a negative size`);
  const data = buffer.bytes(0);
  if (data.length > 0 && !sparse && element !== undefined)
    requireByteLength(name, shape, element, data.length);
  return {
    name,
    type: element?.type ?? 'other',
    shape,
    constant: data.length > 0 ? data : null,
    quantised: (table.table(4)?.count(2, 4) ?? 0) > 0,
    sparse,
  };
}

function requireByteLength(
  name: string,
  shape: readonly number[],
  element: ElementType,
  byteLength: number,
): void {
  const expected = shape.reduce((product, size) => product * size, element.byteLength);
  if (expected !== byteLength) {
    throw new TfliteFormatError(`tensor ${name} holds ${byteLength} bytes instead of ${expected}`);
  }
}

/** The code lives in two fields: the old one saturates at 127, the new one is 0 in old files. */
function readOperatorName(table: FlatTable): TfliteOperator['name'] {
  const code = Math.max(table.i8(0, 0), table.i32(3, 0));
  if (code === CUSTOM_CODE) return `CUSTOM:${table.string(1)}`;
  return BUILTIN_OPERATORS[code] ?? `BUILTIN:${code}`;
}

function readOperator(table: FlatTable, names: readonly TfliteOperator['name'][]): TfliteOperator {
  const name = names[table.u32(0, 0)];
  if (name === undefined) throw new TfliteFormatError('an operator names a code that is not there');
  const options = name.startsWith('CUSTOM:') ? table.bytes(5) : readOptions(name, table);
  // The name and its options fit together by construction, which the compiler cannot follow through two tables.
  return { name, options, inputs: table.i32s(1), outputs: table.i32s(2) } as TfliteOperator;
}

/** A table of options that is left out means that every option has its default. */
function readOptions(name: string, operator: FlatTable): unknown {
  if (!Object.hasOwn(OPTION_READERS, name)) return null;
  const read = OPTION_READERS[name as keyof typeof OPTION_READERS];
  return read(operator.table(4) ?? FlatTable.EMPTY);
}

function requireExecutionOrder(graph: TfliteGraph): void {
  const ready = new Set<number>(graph.inputs);
  graph.tensors.forEach((tensor, index) => {
    if (tensor.constant !== null) ready.add(index);
  });
  const requireReady = (index: number): void => {
    if (!ready.has(index)) throw new TfliteFormatError(`tensor ${index} is read before it is computed`);
  };
  for (const operator of graph.operators) {
    for (const index of operator.inputs) if (index !== -1) requireReady(index);
    for (const index of operator.outputs) ready.add(index);
  }
  graph.outputs.forEach(requireReady);
  for (const index of ready) {
    if (graph.tensors[index] === undefined) throw new TfliteFormatError(`tensor ${index} is not there`);
  }
}

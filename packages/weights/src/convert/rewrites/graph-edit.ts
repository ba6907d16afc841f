import type { TfliteGraph, TfliteOperator, TfliteTensor } from '../../tflite/graph.ts';

/** A graph being rewritten: operators are replaced where they stand, tensors are only ever added. */
export interface GraphEdit {
  readonly operators: readonly TfliteOperator[];
  tensor(index: number): TfliteTensor | undefined;
  /** The operator that computes a tensor, provided that the tensor has exactly one reader. */
  producerForOne(index: number): TfliteOperator | undefined;
  /** The operator that reads a tensor, provided that nobody else does. */
  onlyReader(index: number): TfliteOperator | undefined;
  /** Adds a constant and returns its index. */
  addTensor(tensor: TfliteTensor): number;
  /** Adds a float tensor that an operator will compute and returns its index. */
  addActivation(shape: readonly number[]): number;
  /** Puts operators, or none, in the place of one. */
  replace(operator: TfliteOperator, replacements: readonly TfliteOperator[]): void;
  /** The graph with all replacements made. */
  finish(): TfliteGraph;
}

/** Starts to rewrite a graph; the graph's outputs and the `pinned` tensors count as read from outside. */
export function editGraph(graph: TfliteGraph, pinned: readonly number[]): GraphEdit {
  const tensors = [...graph.tensors];
  const replacements = new Map<TfliteOperator, readonly TfliteOperator[]>();
  const producers = new Map<number, TfliteOperator>();
  const readers = new Map<number, (TfliteOperator | 'outside')[]>();
  const addReader = (index: number, reader: TfliteOperator | 'outside'): void => {
    const known = readers.get(index);
    if (known === undefined) readers.set(index, [reader]);
    else known.push(reader);
  };
  for (const index of [...graph.outputs, ...pinned]) addReader(index, 'outside');
  for (const operator of graph.operators) {
    for (const index of operator.outputs) producers.set(index, operator);
    for (const index of operator.inputs) addReader(index, operator);
  }
  return {
    operators: graph.operators,
    tensor: (index) => tensors[index],
    producerForOne: (index) => (readers.get(index)?.length === 1 ? producers.get(index) : undefined),
    onlyReader: (index) => {
      const [reader, ...others] = readers.get(index) ?? [];
      return reader === 'outside' || others.length > 0 ? undefined : reader;
    },
    addTensor: (tensor) => tensors.push(tensor) - 1,
    addActivation: (shape) =>
      tensors.push({ name: '', type: 'float32', shape, constant: null, quantised: false, sparse: false }) - 1,
    replace: (operator, by) => void replacements.set(operator, by),
    finish: () => ({
      ...graph,
      tensors,
      operators: graph.operators.flatMap((operator) => replacements.get(operator) ?? [operator]),
    }),
  };
}

import type { BuiltinOperator } from './builtin-operators.ts';
import type { OptionsByOperator } from './options.ts';

/** Element types of tensors that the reader names; any other type is `other` and cannot be converted. */
export type TensorType = 'float32' | 'float16' | 'int32' | 'int64' | 'bool' | 'int8' | 'uint8' | 'other';

/** A tensor of the graph. `shape` is the fixed shape of the file: a dynamic batch is stored there as 1. */
export interface TfliteTensor {
  readonly name: string;
  readonly type: TensorType;
  readonly shape: readonly number[];
  /** Little-endian bytes of a constant, or null for an activation. */
  readonly constant: Uint8Array | null;
  readonly quantised: boolean;
  readonly sparse: boolean;
}

interface OperatorPorts {
  /** Tensor indices; -1 stands for an optional input left out. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** A built-in operator with its options, or null options where the reader knows none for it. */
export interface BuiltinNode<K extends BuiltinOperator> extends OperatorPorts {
  readonly name: K;
  readonly options: K extends keyof OptionsByOperator ? OptionsByOperator[K] : null;
}

/** A custom operator; its options are bytes that only its author can read. */
export interface CustomNode extends OperatorPorts {
  readonly name: `CUSTOM:${string}`;
  readonly options: Uint8Array;
}

/** A built-in operator that this reader has no name for. */
export interface UnnamedNode extends OperatorPorts {
  readonly name: `BUILTIN:${number}`;
  readonly options: null;
}

/** Any operator of a graph, told apart by `name`. */
export type TfliteOperator =
  | { [K in BuiltinOperator]: BuiltinNode<K> }[BuiltinOperator]
  | CustomNode
  | UnnamedNode;

/** The first subgraph of a TFLite file; operators come in execution order, inputs and outputs are tensor indices. */
export interface TfliteGraph {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** Value of a node attribute: a number array is INTS, `{ float }` is FLOAT, a number is INT, a string is STRING. */
export type OnnxAttribute = number | { readonly float: number } | string | readonly number[];

/** A constant of the graph; `data` is in row-major order of `dims`. */
export interface OnnxInitializer {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

/** A graph input or output; all of ours are float32 with fixed dimensions. */
export interface OnnxValue {
  readonly name: string;
  readonly dims: readonly number[];
}

/** One operator of the default ONNX domain; an empty input name leaves an optional input out. */
export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, OnnxAttribute>>;
}

/** A graph whose nodes are in execution order. */
export interface OnnxGraph {
  readonly name: string;
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly initializers: readonly OnnxInitializer[];
  readonly nodes: readonly OnnxNode[];
}

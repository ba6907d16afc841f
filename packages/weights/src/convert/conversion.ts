import type { OnnxAttribute, OnnxInitializer, OnnxNode } from '../onnx/model.ts';
import type { TfliteGraph, TfliteTensor } from '../tflite/graph.ts';
import type { FusedActivation } from '../tflite/options.ts';
import { type Constant, readFloats, readIntegers } from './constants.ts';
import { type Layout, TO_CHANNELS_FIRST, TO_STORED, transpose } from './layout.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';

/**
 * State of one conversion. Operator functions take TFLite tensors by index and turn them into ONNX values, which are
 * names. A tensor may exist as two values, one for each layout.
 */
export class Conversion {
  readonly nodes: OnnxNode[] = [];
  readonly initializers: OnnxInitializer[] = [];
  /** Name of the operator that {@link reject} blames. */
  currentOperator: string | null = null;

  readonly #graph: TfliteGraph;
  readonly #fileId: string;
  readonly #values = new Map<number, Partial<Record<Layout, string>>>();
  readonly #producedLayouts = new Map<number, Layout>();
  #nameCount = 0;

  /** The inputs of the graph must be bound before the first operator runs. */
  constructor(graph: TfliteGraph, fileId: string) {
    this.#graph = graph;
    this.#fileId = fileId;
  }

  tensor(index: number): TfliteTensor {
    return this.#graph.tensors[index] ?? this.reject(`it has no tensor ${index}`);
  }

  /** A float32 constant; rejects the operator when the tensor is anything else. */
  floats(index: number): Constant {
    return readFloats(this.tensor(index)) ?? this.reject(`tensor ${index} is not a float constant`);
  }

  /** An int32 or int64 constant; rejects the operator when the tensor is anything else. */
  integers(index: number): readonly number[] {
    return readIntegers(this.tensor(index)) ?? this.reject(`tensor ${index} is not an integer constant`);
  }

  isConstant(index: number): boolean {
    return this.tensor(index).constant !== null;
  }

  /** Layout in which a computed tensor was produced. */
  layoutOf(index: number): Layout {
    return this.#producedLayouts.get(index) ?? 'stored';
  }

  /** The value of a tensor in the wanted layout; transposed, once, when it exists in the other one only. */
  value(index: number, layout: Layout): string {
    const known = this.#values.get(index) ?? {};
    const existing = known[layout];
    if (existing !== undefined) return existing;
    const added = this.isConstant(index)
      ? this.#addConstant(index, layout)
      : this.#addTranspose(known, layout);
    this.#values.set(index, { ...known, [layout]: added });
    return added;
  }

  /** Binds a tensor to the value that holds it. */
  bind(index: number, layout: Layout, value: string): void {
    this.#values.set(index, { [layout]: value });
    this.#producedLayouts.set(index, layout);
  }

  /** Adds a node with one output and returns the name of that value. */
  emit(
    op: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
  ): string {
    const output = this.#nextName();
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  /** Adds a fused activation behind a value. */
  activate(value: string, activation: FusedActivation): string {
    if (activation === 'none') return value;
    if (activation === 'relu') return this.emit('Relu', [value]);
    return this.reject(`the fused activation ${activation} is unknown`);
  }

  /** Adds a float initializer and returns its name. */
  addFloats(data: Float32Array, dims: readonly number[]): string {
    const name = this.#nextName();
    this.initializers.push({ name, dims, data });
    return name;
  }

  /** Adds a one-dimensional int64 initializer (a shape, axes, paddings) and returns its name. */
  addIntegers(integers: readonly number[]): string {
    const name = this.#nextName();
    this.initializers.push({ name, dims: [integers.length], data: BigInt64Array.from(integers, BigInt) });
    return name;
  }

  /** Throws {@link UnsupportedModelError} in the name of the current operator. */
  reject(reason: string): never {
    throw new UnsupportedModelError(this.#fileId, this.currentOperator, reason);
  }

  #nextName(): string {
    return `v${this.#nameCount++}`;
  }

  #addTranspose(known: Partial<Record<Layout, string>>, layout: Layout): string {
    const [source, perm] =
      layout === 'stored' ? [known['channels-first'], TO_STORED] : [known.stored, TO_CHANNELS_FIRST];
    return source === undefined
      ? this.reject('an input was never computed')
      : this.emit('Transpose', [source], { perm });
  }

  /** Constants of a lower rank broadcast from the back, so they gain leading axes before they are permuted. */
  #addConstant(index: number, layout: Layout): string {
    const { dims, data } = this.floats(index);
    if (layout === 'stored') return this.addFloats(data, dims);
    if (dims.length > 4) this.reject(`tensor ${index} has more than four axes`);
    const padded = [1, 1, 1, 1, ...dims].slice(-4);
    const turned = transpose(data, padded, TO_CHANNELS_FIRST);
    return this.addFloats(turned.data, turned.dims);
  }
}

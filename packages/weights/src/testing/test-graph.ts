import type { TfliteGraph, TfliteOperator, TfliteTensor } from '../tflite/graph.ts';

/** Builds small TFLite graphs for tests, tensor by tensor; methods return tensor indices. */
export class TestGraph {
  readonly #tensors: TfliteTensor[] = [];
  readonly #operators: TfliteOperator[] = [];
  readonly #inputs: number[] = [];
  readonly #outputs: number[] = [];

  input(shape: readonly number[]): number {
    const index = this.tensor({ shape });
    this.#inputs.push(index);
    return index;
  }

  floats(shape: readonly number[], values: readonly number[]): number {
    return this.tensor({ shape, constant: new Uint8Array(Float32Array.from(values).buffer) });
  }

  int32s(values: readonly number[]): number {
    const constant = new Uint8Array(Int32Array.from(values).buffer);
    return this.tensor({ type: 'int32', shape: [values.length], constant });
  }

  int64s(values: readonly number[]): number {
    const constant = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.tensor({ type: 'int64', shape: [values.length], constant });
  }

  /** Adds any tensor; what is left out is a plain float32 activation without axes. */
  tensor(tensor: Partial<TfliteTensor>): number {
    const plain = {
      name: '',
      type: 'float32',
      shape: [],
      constant: null,
      quantised: false,
      sparse: false,
    } as const;
    return this.#tensors.push({ ...plain, ...tensor }) - 1;
  }

  /** Adds an operator that computes one new tensor of the given shape and name. */
  operator(
    name: TfliteOperator['name'],
    inputs: readonly number[],
    shape: readonly number[],
    options: TfliteOperator['options'] = null,
    tensorName = '',
  ): number {
    const output = this.tensor({ shape, name: tensorName });
    this.#operators.push({ name, inputs, outputs: [output], options } as TfliteOperator);
    return output;
  }

  output(index: number): void {
    this.#outputs.push(index);
  }

  build(): TfliteGraph {
    return {
      tensors: [...this.#tensors],
      operators: [...this.#operators],
      inputs: [...this.#inputs],
      outputs: [...this.#outputs],
    };
  }
}

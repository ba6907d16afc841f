import { describe, expect, it } from 'vitest';
import { lattice } from '../testing/golden-inputs.ts';
import { interpret } from '../testing/interpret.ts';
import { type Feed, runModel } from '../testing/run-model.ts';
import { TestGraph } from '../testing/test-graph.ts';
import type { ConvOptions } from '../tflite/options.ts';
import { convertGraph } from './convert-tflite.ts';
import { product } from './layout.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';

const plan = { fileId: 'a-net', inputNames: ['x'], outputNames: ['y'], taps: [] };
const noActivation = { activation: 'none' } as const;
const one = { height: 1, width: 1 };
const two = { height: 2, width: 2 };
const conv: ConvOptions = { padding: 'same', stride: one, dilation: one, activation: 'none' };

function weights(graph: TestGraph, shape: readonly number[]): number {
  return graph.floats(shape, [...lattice(product(shape), -1, 1)]);
}

async function run(
  graph: TestGraph,
  shape: readonly number[],
  data = lattice(product(shape), -1, 1),
): Promise<Feed> {
  const results = await runModel(convertGraph(graph.build(), plan), [{ dims: shape, data }]);
  return results['y']!;
}

/** Largest difference between a converted graph with one image input and the interpreter. */
async function worstError(graph: TestGraph): Promise<number> {
  const built = graph.build();
  const [input = -1] = built.inputs;
  const [output = -1] = built.outputs;
  const { shape } = built.tensors[input]!;
  const expected = interpret(built, new Map([[input, lattice(product(shape), -1, 1)]]))(output);
  const actual = await run(graph, shape);
  expect(actual.dims).toEqual(built.tensors[output]!.shape);
  return expected.reduce((worst, value, index) => Math.max(worst, Math.abs(value - actual.data[index]!)), 0);
}

describe('convolutions', () => {
  it('pad the end more than the start when SAME padding is odd', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 6, 8, 2]);
    const inputs = [x, weights(graph, [3, 3, 3, 2]), weights(graph, [3])];
    graph.output(graph.operator('CONV_2D', inputs, [1, 3, 4, 3], { ...conv, stride: two }));
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });

  it('honour dilation, VALID padding and a fused RELU', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 7, 9, 2]);
    const options = { ...conv, padding: 'valid', dilation: two, activation: 'relu' } as const;
    graph.output(graph.operator('CONV_2D', [x, weights(graph, [3, 3, 3, 2])], [1, 3, 5, 3], options));
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });

  it('multiply channels when depthwise', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 5, 5, 3]);
    const inputs = [x, weights(graph, [1, 3, 3, 6]), weights(graph, [6])];
    graph.output(graph.operator('DEPTHWISE_CONV_2D', inputs, [1, 3, 3, 6], { ...conv, stride: two }));
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });

  it('need no transpose where the last axis of a stored tensor is mixed', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 1, 5, 4]);
    const inputs = [x, weights(graph, [3, 1, 1, 4]), weights(graph, [3])];
    graph.output(graph.operator('CONV_2D', inputs, [1, 1, 5, 3], { ...conv, activation: 'relu' }));
    expect(new TextDecoder('latin1').decode(convertGraph(graph.build(), plan))).not.toContain('Transpose');
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });

  it('refuse weights that do not fit the input', () => {
    const graph = new TestGraph();
    const x = graph.input([1, 4, 4, 3]);
    graph.output(graph.operator('CONV_2D', [x, weights(graph, [4, 3, 3, 2])], [1, 4, 4, 4], conv));
    expect(() => convertGraph(graph.build(), plan)).toThrow(/operator CONV_2D: its weights do not fit/);
  });
});

describe('padding', () => {
  it('adds channels as well as rows and columns', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 3, 4, 2]);
    const hidden = graph.operator('CONV_2D', [x, weights(graph, [2, 3, 3, 2])], [1, 3, 4, 2], conv);
    const paddings = graph.int32s([0, 0, 1, 0, 0, 2, 1, 3]);
    graph.output(graph.operator('PAD', [hidden, paddings], [1, 4, 6, 6]));
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });

  it('reads 64-bit paddings and leaves the channels alone', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 4, 4, 3]);
    const padded = graph.operator('PAD', [x, graph.int64s([0, 0, 1, 1, 1, 1, 0, 0])], [1, 6, 6, 3]);
    const options = { ...conv, padding: 'valid', stride: two } as const;
    graph.output(graph.operator('CONV_2D', [padded, weights(graph, [5, 3, 3, 3])], [1, 2, 2, 5], options));
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });
});

describe('arithmetic', () => {
  it('broadcasts a constant of lower rank over channels first activations', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 3, 3, 2]);
    const hidden = graph.operator('CONV_2D', [x, weights(graph, [4, 3, 3, 2])], [1, 3, 3, 4], conv);
    const scaled = graph.operator('MUL', [hidden, weights(graph, [4])], [1, 3, 3, 4], noActivation);
    graph.output(
      graph.operator('ADD', [scaled, weights(graph, [1, 1, 1])], [1, 3, 3, 4], { activation: 'relu' }),
    );
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });

  it('broadcasts a computed tensor of lower rank over a channels first one', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 2, 3, 2]);
    const hidden = graph.operator(
      'CONV_2D',
      [x, graph.floats([2, 1, 1, 2], [1, 0, 0, 1])],
      [1, 2, 3, 2],
      conv,
    );
    const pooled = graph.operator('MAX_POOL_2D', [hidden], [1, 2, 3, 2], { ...conv, filter: one });
    const means = graph.operator('MEAN', [x, graph.int32s([0, 1, 2])], [2], { keepsDimensions: false });
    graph.output(graph.operator('SUB', [pooled, means], [1, 2, 3, 2], noActivation));
    const data = Float32Array.of(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6);
    expect([...(await run(graph, [1, 2, 3, 2], data)).data]).toEqual([
      -2, -2, 0, 0, 2, 2, -2, -2, 0, 0, 2, 2,
    ]);
  });

  it.each([
    ['SUB', -1.5],
    ['DIV', 0.25],
  ] as const)('%s keeps the order of its operands', async (name, expected) => {
    const graph = new TestGraph();
    const x = graph.input([1, 1]);
    graph.output(graph.operator(name, [x, graph.floats([1], [2])], [1, 1], noActivation));
    expect((await run(graph, [1, 1], Float32Array.of(0.5))).data[0]).toBe(expected);
  });

  it.each([
    ['LOGISTIC', 0, 0.5],
    ['NEG', 3, -3],
    ['RSQRT', 4, 0.5],
    ['SQRT', 9, 3],
    ['RELU', -2, 0],
  ] as const)('%s of %d is %d', async (name, input, expected) => {
    const graph = new TestGraph();
    graph.output(graph.operator(name, [graph.input([1])], [1]));
    expect((await run(graph, [1], Float32Array.of(input))).data[0]).toBeCloseTo(expected, 6);
  });

  it('squares differences', async () => {
    const graph = new TestGraph();
    graph.output(graph.operator('SQUARED_DIFFERENCE', [graph.input([2]), graph.floats([2], [1, 5])], [2]));
    expect([...(await run(graph, [2], Float32Array.of(4, 3))).data]).toEqual([9, 4]);
  });

  it('refuses a fused activation that it does not know', () => {
    const graph = new TestGraph();
    const x = graph.input([2]);
    graph.output(graph.operator('ADD', [x, x], [2], { activation: 'tanh' }));
    expect(() => convertGraph(graph.build(), plan)).toThrow(
      /operator ADD: the fused activation tanh is unknown/,
    );
  });
});

describe('pooling, resizing and joining of images', () => {
  it('pools over an odd border as TensorFlow Lite does', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 5, 6, 2]);
    const options = {
      padding: 'same',
      stride: two,
      filter: { height: 3, width: 3 },
      activation: 'none',
    } as const;
    graph.output(graph.operator('MAX_POOL_2D', [x], [1, 3, 3, 2], options));
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });

  it('resizes with samples at pixel centres', async () => {
    const graph = new TestGraph();
    const options = { alignCorners: false, halfPixelCenters: true };
    graph.output(
      graph.operator(
        'RESIZE_BILINEAR',
        [graph.input([1, 1, 2, 1]), graph.int32s([1, 4])],
        [1, 1, 4, 1],
        options,
      ),
    );
    expect([...(await run(graph, [1, 1, 2, 1], Float32Array.of(0, 4))).data]).toEqual([0, 1, 3, 4]);
  });

  it('refuses to resize with aligned corners', () => {
    const graph = new TestGraph();
    const options = { alignCorners: true, halfPixelCenters: false };
    graph.output(
      graph.operator(
        'RESIZE_BILINEAR',
        [graph.input([1, 1, 2, 1]), graph.int32s([1, 4])],
        [1, 1, 4, 1],
        options,
      ),
    );
    expect(() => convertGraph(graph.build(), plan)).toThrow(
      /RESIZE_BILINEAR: its samples do not lie at pixel centres/,
    );
  });

  it('joins channels, counted from the back, of computed and constant images', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 2, 2, 2]);
    const hidden = graph.operator('CONV_2D', [x, weights(graph, [3, 3, 3, 2])], [1, 2, 2, 3], conv);
    const parts = [hidden, weights(graph, [1, 2, 2, 1]), x];
    graph.output(graph.operator('CONCATENATION', parts, [1, 2, 2, 6], { axis: -1, activation: 'none' }));
    expect(await worstError(graph)).toBeLessThan(1e-5);
  });
});

describe('shapes', () => {
  it('reshapes in the order of the file, not of the inner layout', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 2, 2, 1]);
    const kernel = graph.floats([2, 1, 1, 1], [1, 10]);
    const padded = graph.operator('PAD', [x, graph.int32s([0, 0, 0, 0, 0, 0, 0, 0])], [1, 2, 2, 1]);
    const pooled = graph.operator('MAX_POOL_2D', [padded], [1, 2, 2, 1], { ...conv, filter: one });
    const hidden = graph.operator('CONV_2D', [pooled, kernel], [1, 2, 2, 2], conv);
    graph.output(graph.operator('RESHAPE', [hidden], [8]));
    const { data } = await run(graph, [1, 2, 2, 1], Float32Array.of(1, 2, 3, 4));
    expect([...data]).toEqual([1, 10, 2, 20, 3, 30, 4, 40]);
  });

  it('transposes', async () => {
    const graph = new TestGraph();
    graph.output(graph.operator('TRANSPOSE', [graph.input([2, 3]), graph.int32s([1, 0])], [3, 2]));
    expect([...(await run(graph, [2, 3], Float32Array.of(1, 2, 3, 4, 5, 6))).data]).toEqual([
      1, 4, 2, 5, 3, 6,
    ]);
  });

  it('slices with masks, steps and axes that vanish', async () => {
    const graph = new TestGraph();
    const x = graph.input([2, 4, 3]);
    const options = {
      beginMask: 0b010,
      endMask: 0b010,
      ellipsisMask: 0,
      newAxisMask: 0,
      shrinkAxisMask: 0b101,
    };
    const bounds = [
      [1, 9, -1],
      [2, 0, 0],
      [1, 2, 1],
    ].map((values) => graph.int32s(values));
    graph.output(graph.operator('STRIDED_SLICE', [x, ...bounds], [2], options));
    const data = Float32Array.from({ length: 24 }, (_, index) => index);
    expect([...(await run(graph, [2, 4, 3], data)).data]).toEqual([14, 20]);
  });

  it.each([
    ['an ellipsis', { ellipsisMask: 1 }, 1],
    ['a step backwards', {}, -1],
  ])('refuses a slice with %s', (_, masks, step) => {
    const graph = new TestGraph();
    const options = {
      beginMask: 0,
      endMask: 0,
      ellipsisMask: 0,
      newAxisMask: 0,
      shrinkAxisMask: 0,
      ...masks,
    };
    const bounds = [[0], [1], [step]].map((values) => graph.int32s(values));
    graph.output(graph.operator('STRIDED_SLICE', [graph.input([2]), ...bounds], [1], options));
    expect(() => convertGraph(graph.build(), plan)).toThrow(UnsupportedModelError);
  });

  it.each([
    ['MEAN', true, [1, 1], 2.5],
    ['SUM', false, [1], 10],
  ] as const)('%s reduces an axis', async (name, keepsDimensions, shape, expected) => {
    const graph = new TestGraph();
    graph.output(graph.operator(name, [graph.input([1, 4]), graph.int32s([-1])], shape, { keepsDimensions }));
    const { dims, data } = await run(graph, [1, 4], Float32Array.of(1, 2, 3, 4));
    expect([dims, data[0]]).toEqual([shape, expected]);
  });

  it('flattens what enters a fully connected layer', async () => {
    const graph = new TestGraph();
    const parameters = [graph.floats([2, 2], [1, 2, 3, 4]), graph.floats([2], [10, -100])];
    const options = { activation: 'relu', shuffledWeights: false } as const;
    const inputs = [graph.input([1, 2, 2]), ...parameters];
    graph.output(graph.operator('FULLY_CONNECTED', inputs, [1, 2, 2], options));
    const { dims, data } = await run(graph, [1, 2, 2], Float32Array.of(1, 1, 0, 2));
    expect([dims, ...data]).toEqual([[1, 2, 2], 13, 0, 14, 0]);
  });
});

describe('Convolution2DTransposeBias', () => {
  /** Padding, stride across, stride down. */
  function transposed(...options: readonly number[]) {
    const graph = new TestGraph();
    const weights = graph.floats([1, 2, 2, 2], [1, 10, 2, 20, 3, 30, 4, 40]);
    const inputs = [graph.input([1, 1, 2, 2]), weights, graph.floats([1], [0.5])];
    const bytes = new Uint8Array(Int32Array.from(options).buffer);
    graph.output(graph.operator('CUSTOM:Convolution2DTransposeBias', inputs, [1, 2, 4, 1], bytes));
    return graph;
  }

  it('spreads each pixel over its own four', async () => {
    const { dims, data } = await run(transposed(1, 2, 2), [1, 1, 2, 2], Float32Array.of(1, 0, 0, 1));
    expect([dims, ...data]).toEqual([[1, 2, 4, 1], 1.5, 2.5, 10.5, 20.5, 3.5, 4.5, 30.5, 40.5]);
  });

  it.each([[[1, 1, 1]], [[1, 2, 3]], [[]]])('is refused with the options %o', (options) => {
    expect(() => convertGraph(transposed(...options).build(), plan)).toThrow(/windows of 2x2/);
  });
});

describe('what the converter does not know', () => {
  it.each(['TANH', 'CUSTOM:TransformLandmarks', 'BUILTIN:150', 'GREATER'] as const)(
    'is named: %s',
    (name) => {
      const graph = new TestGraph();
      graph.output(graph.operator(name, [graph.input([1])], [1]));
      const thrown = capture(() => convertGraph(graph.build(), plan));
      expect(thrown).toBeInstanceOf(UnsupportedModelError);
      expect(thrown).toMatchObject({ fileId: 'a-net', operator: name });
      expect(String(thrown)).toContain(`a-net: operator ${name}: the converter does not know it`);
    },
  );

  it.each([
    ['sparse', { sparse: true }],
    ['quantised', { quantised: true }],
    ['quantised', { type: 'int8' }],
    ['quantised', { type: 'uint8' }],
  ] as const)('is a %s tensor (%o)', (word, flaw) => {
    const graph = new TestGraph();
    const x = graph.input([1]);
    graph.output(graph.operator('ADD', [x, graph.tensor({ name: 'w', ...flaw })], [1], noActivation));
    expect(() => convertGraph(graph.build(), plan)).toThrow(`a-net: tensor w is ${word}`);
  });

  it('is an output that the plan has no name for', () => {
    const graph = new TestGraph();
    graph.output(graph.operator('RELU', [graph.input([1])], [1]));
    expect(() => convertGraph(graph.build(), { ...plan, outputNames: [] })).toThrow(/more inputs or outputs/);
  });
});

function capture(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
}

import { describe, expect, it } from 'vitest';
import { lattice } from '../../testing/golden-inputs.ts';
import { interpret } from '../../testing/interpret.ts';
import { runModel } from '../../testing/run-model.ts';
import { TestGraph } from '../../testing/test-graph.ts';
import type { TfliteGraph } from '../../tflite/graph.ts';
import type { ConvOptions } from '../../tflite/options.ts';
import { convertGraph } from '../convert-tflite.ts';
import { product } from '../layout.ts';
import { rewriteGraph } from '../rewrite-graph.ts';
import { alignChannels } from './align-channels.ts';
import { foldSpatialPadding } from './fold-spatial-padding.ts';
import { recognisePrelu } from './recognise-prelu.ts';
import { splitChannelPadding } from './split-channel-padding.ts';
import { widenConstants } from './widen-constants.ts';

const one = { height: 1, width: 1 };
const conv: ConvOptions = { padding: 'same', stride: one, dilation: one, activation: 'none' };
const noActivation = { activation: 'none' } as const;

function weights(graph: TestGraph, shape: readonly number[]): number {
  return graph.floats(shape, [...lattice(product(shape), -1, 1)]);
}

function namesOf(graph: TfliteGraph): string[] {
  return graph.operators.map((operator) => operator.name);
}

/** Largest difference between the converted graph and what the interpreter makes of it before all rewrites. */
async function worstError(graph: TfliteGraph): Promise<number> {
  const [input = -1] = graph.inputs;
  const [output = -1] = graph.outputs;
  const dims = graph.tensors[input]!.shape;
  const data = lattice(product(dims), -1, 1);
  const expected = interpret(graph, new Map([[input, data]]))(output);
  const plan = { fileId: 'net', inputNames: ['x'], outputNames: ['y'], taps: [] };
  const results = await runModel(convertGraph(graph, plan), [{ dims, data }]);
  const actual = results['y']!.data;
  expect(actual.length).toBe(expected.length);
  return expected.reduce((worst, value, index) => Math.max(worst, Math.abs(value - actual[index]!)), 0);
}

describe('a parametric ReLU', () => {
  const slopes = [-0.5, 0, 0.25, 1, 1.75];

  /** SELECT(x > limit, x, x * slopes) behind a convolution to five channels. */
  function selectGraph({ limit = 0, repeats = true, tapped = false }) {
    const graph = new TestGraph();
    const x = graph.input([1, 2, 3, 4]);
    const shape = [1, 2, 3, 5];
    const hidden = graph.operator('CONV_2D', [x, weights(graph, [5, 3, 3, 4])], shape, conv);
    const image = Array.from({ length: 30 }, (_, index) => slopes[index % 5]! + (repeats ? 0 : index / 100));
    const positive = graph.operator('GREATER', [hidden, graph.floats([], [limit])], shape);
    const scaled = graph.operator('MUL', [graph.floats(shape, image), hidden], shape, noActivation);
    graph.output(graph.operator('SELECT', [positive, hidden, scaled], shape));
    return { graph: graph.build(), pinned: tapped ? [scaled] : [] };
  }

  it('is recognised in GREATER, MUL and SELECT, with one slope a channel', () => {
    const { graph, pinned } = selectGraph({});
    const rewritten = recognisePrelu(graph, pinned);
    expect(namesOf(rewritten)).toEqual(['CONV_2D', 'PRELU']);
    expect(rewritten.tensors[rewritten.operators[1]!.inputs[1]!]!.shape).toEqual([5]);
  });

  it('gives the same result for slopes below 0, above 1, and at both', async () => {
    expect(await worstError(selectGraph({}).graph)).toBeLessThan(1e-4);
  });

  it.each([{ limit: 0.5 }, { repeats: false }, { tapped: true }])(
    'is not seen where it is not: %o',
    (flaw) => {
      const { graph, pinned } = selectGraph(flaw);
      expect(namesOf(recognisePrelu(graph, pinned))).toEqual(namesOf(graph));
    },
  );

  it('keeps slopes that differ by place', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 2, 2, 3]);
    const hidden = graph.operator('CONV_2D', [x, weights(graph, [3, 3, 3, 3])], [1, 2, 2, 3], conv);
    graph.output(graph.operator('PRELU', [hidden, weights(graph, [2, 2, 3])], [1, 2, 2, 3]));
    expect(await worstError(graph.build())).toBeLessThan(1e-4);
  });
});

describe('zeros around an image', () => {
  function paddedGraph(paddings: readonly number[], shape: readonly number[]): TfliteGraph {
    const graph = new TestGraph();
    const x = graph.input([1, 4, 4, 3]);
    const padded = graph.operator('PAD', [x, graph.int32s(paddings)], shape);
    const [, height = 0, width = 0, channels = 0] = shape;
    const out = [1, height - 2, width - 2, channels];
    const inputs = [padded, weights(graph, [1, 3, 3, channels])];
    graph.output(graph.operator('DEPTHWISE_CONV_2D', inputs, out, { ...conv, padding: 'valid' }));
    return graph.build();
  }

  it('become the padding of the convolution behind them', async () => {
    const graph = paddedGraph([0, 0, 1, 0, 2, 1, 0, 0], [1, 5, 7, 3]);
    expect(namesOf(foldSpatialPadding(graph, []))).toEqual(['DEPTHWISE_CONV_2D']);
    expect(await worstError(graph)).toBeLessThan(1e-4);
  });

  it('stay when channels are added with them', async () => {
    const graph = paddedGraph([0, 0, 1, 0, 2, 1, 0, 1], [1, 5, 7, 4]);
    expect(namesOf(foldSpatialPadding(graph, []))).toEqual(['PAD', 'DEPTHWISE_CONV_2D']);
    expect(await worstError(graph)).toBeLessThan(1e-4);
  });
});

describe('zero channels behind a shortcut', () => {
  function shortcutGraph(channels: number, tail: 'RELU' | 'PRELU'): TfliteGraph {
    const graph = new TestGraph();
    const x = graph.input([1, 3, 3, 2]);
    const shape = [1, 3, 3, channels + 16];
    const shortcut = graph.operator(
      'CONV_2D',
      [x, weights(graph, [channels, 3, 3, 2])],
      [1, 3, 3, channels],
      conv,
    );
    const hidden = graph.operator('RELU', [shortcut], [1, 3, 3, channels]);
    const padded = graph.operator('PAD', [shortcut, graph.int32s([0, 0, 0, 0, 0, 0, 0, 16])], shape);
    const parameters = [weights(graph, [channels + 16, 1, 1, channels]), weights(graph, [channels + 16])];
    const branch = graph.operator('CONV_2D', [hidden, ...parameters], shape, conv);
    const sum = graph.operator('ADD', [padded, branch], shape, noActivation);
    const slopes = tail === 'PRELU' ? [weights(graph, [channels + 16])] : [];
    graph.output(graph.operator(tail, [sum, ...slopes], shape));
    return graph.build();
  }

  it.each(['RELU', 'PRELU'] as const)('become a convolution without a shortcut (before %s)', async (tail) => {
    const graph = shortcutGraph(16, tail);
    const names = namesOf(splitChannelPadding(graph, []));
    expect(names).not.toContain('PAD');
    expect(names.slice(-3)).toEqual(
      tail === 'RELU' ? ['RELU', 'RELU', 'CONCATENATION'] : ['ADD', 'CONCATENATION', 'PRELU'],
    );
    expect(await worstError(graph)).toBeLessThan(1e-4);
  });

  it('stay where the shortcut does not fill its blocks', async () => {
    const graph = shortcutGraph(12, 'RELU');
    expect(namesOf(splitChannelPadding(graph, []))).toContain('PAD');
    expect(await worstError(graph)).toBeLessThan(1e-4);
  });

  it('stay where the sum is watched before its RELU', () => {
    const graph = shortcutGraph(16, 'RELU');
    const sum = graph.operators.find((operator) => operator.name === 'ADD')!.outputs[0]!;
    const names = namesOf(splitChannelPadding(graph, [sum]));
    expect(names.slice(-2)).toEqual(['CONCATENATION', 'RELU']);
  });
});

describe('channel counts', () => {
  /** Convolution to 5 channels, PRELU, depthwise convolution, pooling, sum, convolution to 3. */
  function bottleneck(): { graph: TfliteGraph; hidden: number } {
    const graph = new TestGraph();
    const x = graph.input([1, 4, 4, 2]);
    const shape = [1, 4, 4, 5];
    const hidden = graph.operator(
      'CONV_2D',
      [x, weights(graph, [5, 3, 3, 2]), weights(graph, [5])],
      shape,
      conv,
    );
    const active = graph.operator('PRELU', [hidden, weights(graph, [1, 1, 5])], shape);
    const depthwise = [active, weights(graph, [1, 3, 3, 5]), weights(graph, [5])];
    const mixed = graph.operator('DEPTHWISE_CONV_2D', depthwise, shape, conv);
    const pooled = graph.operator('MAX_POOL_2D', [mixed], shape, { ...conv, filter: one });
    const sum = graph.operator('ADD', [hidden, pooled], shape, noActivation);
    graph.output(graph.operator('CONV_2D', [sum, weights(graph, [3, 1, 1, 5])], [1, 4, 4, 3], conv));
    return { graph: graph.build(), hidden };
  }

  function channelsOf(graph: TfliteGraph): (number | undefined)[] {
    return graph.operators.map(({ outputs }) => graph.tensors[outputs[0]!]!.shape[3]);
  }

  it('are rounded up to a block between convolutions, and results stay', async () => {
    const { graph } = bottleneck();
    expect(channelsOf(alignChannels(graph, []))).toEqual([16, 16, 16, 16, 16, 3]);
    expect(await worstError(graph)).toBeLessThan(1e-4);
  });

  it('stay where one of the tensors is watched', () => {
    const { graph, hidden } = bottleneck();
    expect(channelsOf(alignChannels(graph, [hidden]))).toEqual(channelsOf(graph));
  });

  it('stay where something else than a convolution reads them', async () => {
    const graph = new TestGraph();
    const x = graph.input([1, 2, 2, 2]);
    const hidden = graph.operator('CONV_2D', [x, weights(graph, [5, 3, 3, 2])], [1, 2, 2, 5], conv);
    const paddings = graph.int32s([0, 0, 0, 0, 0, 0, 0, 1]);
    graph.output(graph.operator('PAD', [hidden, paddings], [1, 2, 2, 6]));
    expect(channelsOf(alignChannels(graph.build(), []))).toEqual([5, 6]);
    expect(await worstError(graph.build())).toBeLessThan(1e-4);
  });
});

describe('float16 constants', () => {
  const half = { type: 'float16', shape: [2], constant: Uint8Array.of(0x00, 0x3c, 0x00, 0xb8) } as const;

  it('are widened where DEQUANTIZE would have done it', async () => {
    const graph = new TestGraph();
    const x = graph.input([2]);
    const widened = graph.operator('DEQUANTIZE', [graph.tensor(half)], [2]);
    graph.output(graph.operator('ADD', [x, widened], [2], noActivation));
    const rewritten = widenConstants(graph.build());
    expect(namesOf(rewritten)).toEqual(['ADD']);
    expect(interpret(rewritten, new Map([[x, Float32Array.of(1, 1)]]))(rewritten.outputs[0]!)).toEqual(
      Float32Array.of(2, 0.5),
    );
  });

  it('leave DEQUANTIZE of a computed tensor to be refused', () => {
    const graph = new TestGraph();
    graph.output(graph.operator('DEQUANTIZE', [graph.input([2])], [2]));
    expect(namesOf(rewriteGraph(graph.build(), []))).toEqual(['DEQUANTIZE']);
  });
});

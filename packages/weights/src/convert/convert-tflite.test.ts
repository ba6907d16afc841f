import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { NET_IDS, type NetId } from '../net-id.ts';
import { offerOutputs } from '../onnx/offer-outputs.ts';
import { findInstalledPackage } from '../package-folder.ts';
import { NET_SOURCES } from '../sources.ts';
import {
  gradientImage,
  type ImageInput,
  lattice,
  parabolaPoints,
  portraitImage,
} from '../testing/golden-inputs.ts';
import goldenOutputs from '../testing/golden-outputs.json' with { type: 'json' };
import { readInstalledNet } from '../testing/installed-net.ts';
import { interpret } from '../testing/interpret.ts';
import { type Feed, runModel } from '../testing/run-model.ts';
import { readTfliteGraph } from '../tflite/read-graph.ts';
import { convertTflite } from './convert-tflite.ts';
import { product } from './layout.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';

// Converting all nets takes under a second, but several on a machine that is busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

interface GoldenOutput {
  readonly shape: readonly number[];
  readonly tolerance: number;
  readonly first: readonly number[];
  readonly spread: readonly number[];
  readonly sum: number;
  readonly meanAbs: number;
  readonly min: number;
  readonly max: number;
}

interface GoldenCase {
  readonly inputSha256: string;
  readonly outputs: Readonly<Record<string, GoldenOutput>>;
}

const golden = goldenOutputs.nets as unknown as Readonly<Record<NetId, Readonly<Record<string, GoldenCase>>>>;

const FULL_VIEW = [0, 0, 1000] as const;
const FACE_VIEW = [195, 161, 610] as const;
const ALIGNED_VIEW = [262, 185, 477] as const;
const images: Partial<Record<NetId, ImageInput & { view: readonly [number, number, number] }>> = {
  'face-detector': { size: 192, channelsFirst: false, low: -1, high: 1, order: 'rgb', view: FULL_VIEW },
  'face-mesh': { size: 256, channelsFirst: false, low: 0, high: 1, order: 'rgb', view: FACE_VIEW },
  'person-segmenter': { size: 256, channelsFirst: false, low: 0, high: 1, order: 'rgb', view: FULL_VIEW },
  minifasnet: { size: 80, channelsFirst: false, low: 0, high: 255, order: 'bgr', view: FULL_VIEW },
  'fr-liveness': { size: 128, channelsFirst: true, low: 0, high: 255, order: 'bgr', view: FULL_VIEW },
  'fr-feature': {
    size: 112,
    channelsFirst: true,
    low: -0.9921875,
    high: 1,
    order: 'rgb',
    view: ALIGNED_VIEW,
  },
};

function makeInput(net: NetId, name: string): Feed {
  const image = images[net];
  if (image === undefined) {
    const data = name === 'lattice' ? lattice(146 * 2, 0, 256) : parabolaPoints(146, 0, 256);
    return { dims: [1, 146, 2], data };
  }
  const { size, channelsFirst, low, high, view } = image;
  const dims = channelsFirst ? [1, 3, size, size] : [1, size, size, 3];
  if (name === 'lattice') return { dims, data: lattice(product(dims), low, high) };
  return { dims, data: name === 'gradient' ? gradientImage(image) : portraitImage(image, view) };
}

async function prepare(net: NetId): Promise<Uint8Array> {
  const bytes = await readInstalledNet(net);
  const { conversion, onnxTaps = [] } = NET_SOURCES[net];
  if (conversion === null) return offerOutputs(bytes, onnxTaps);
  return convertTflite(bytes, { fileId: net, ...conversion });
}

/** Half a unit of the last of the five digits that golden numbers are given with. */
function rounding(value: number): number {
  return value === 0 ? 0 : 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(value))) - 4);
}

function expectGolden(actual: Feed, expected: GoldenOutput): void {
  const { data } = actual;
  const expectClose = (value: number, wanted: number, tolerance: number): void =>
    expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance + rounding(wanted));
  expect(actual.dims).toEqual(expected.shape);
  for (const [index, wanted] of expected.first.entries())
    expectClose(data[index]!, wanted, expected.tolerance);
  for (const [k, wanted] of expected.spread.entries()) {
    expectClose(data[Math.floor((k * (data.length - 1)) / 7)]!, wanted, expected.tolerance);
  }
  const sum = data.reduce((total, value) => total + value, 0);
  const sumTolerance = (1e-4 * expected.meanAbs + 1e-6) * data.length;
  expectClose(sum, expected.sum, Math.max(sumTolerance, expected.tolerance));
  expectClose(
    data.reduce((a, b) => Math.min(a, b)),
    expected.min,
    expected.tolerance,
  );
  expectClose(
    data.reduce((a, b) => Math.max(a, b)),
    expected.max,
    expected.tolerance,
  );
}

describe.each(NET_IDS)('%s as ONNX', (net) => {
  it('gives the outputs of the original', async () => {
    const model = await prepare(net);
    for (const [name, { inputSha256, outputs }] of Object.entries(golden[net])) {
      const input = makeInput(net, name);
      expect(createHash('sha256').update(new Uint8Array(input.data.buffer)).digest('hex')).toBe(inputSha256);
      const results = await runModel(model, [input]);
      for (const [output, expected] of Object.entries(outputs)) expectGolden(results[output]!, expected);
    }
  });
});

describe('taps of minifasnet', () => {
  it('are the sums that end its three residual stages, 320 channels in all', async () => {
    const graph = readTfliteGraph(await readInstalledNet('minifasnet'));
    const input = makeInput('minifasnet', 'portrait');
    const witness = interpret(graph, new Map([[graph.inputs[0]!, input.data]]));
    const results = await runModel(await prepare('minifasnet'), [input]);
    const taps = Object.entries(results).filter(([name]) => name !== 'logits');
    expect(taps.map(([name, { dims }]) => [name, dims])).toEqual([
      ['tap_conv_3', [1, 64, 20, 20]],
      ['tap_conv_4', [1, 128, 10, 10]],
      ['tap_conv_5', [1, 128, 5, 5]],
    ]);
    for (const [name, { dims, data }] of taps) {
      const [channels = 0, height = 0, width = 0] = dims.slice(1);
      const stage = name.replace('tap_', 'Residual_');
      const sums = graph.operators.filter(
        (operator) => operator.name === 'ADD' && graph.tensors[operator.outputs[0]!]!.name.includes(stage),
      );
      const stored = witness(sums.at(-1)!.outputs[0]!);
      const scale = stored.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      const worst = data.reduce((largest, value, index) => {
        const [channel, pixel] = [Math.floor(index / (height * width)), index % (height * width)];
        return Math.max(largest, Math.abs(value - stored[pixel * channels + channel]!));
      }, 0);
      expect(worst / scale).toBeLessThan(1e-5);
    }
  });

  it('refuses a tap that the file does not have', async () => {
    const bytes = await readInstalledNet('minifasnet');
    const plan = {
      fileId: 'net',
      inputNames: ['image'],
      outputNames: ['logits'],
      taps: [{ name: 'tap', tensor: 'x' }],
    };
    expect(() => convertTflite(bytes, plan)).toThrow(/0 images match the tap tap/);
  });
});

describe('models that cannot be converted', () => {
  const plan = { fileId: 'a-net', inputNames: ['image'], outputNames: ['boxes', 'scores'], taps: [] };

  it('are refused by the name of the file and of the sparse tensor', async () => {
    const folder = (await findInstalledPackage('@mediapipe/face_detection'))!;
    const bytes = await readFile(join(folder, 'face_detection_full_range_sparse.tflite'));
    expect(() => convertTflite(bytes, plan)).toThrow(UnsupportedModelError);
    expect(() => convertTflite(bytes, plan)).toThrow(/^a-net: tensor \S+ is sparse$/);
  });
});

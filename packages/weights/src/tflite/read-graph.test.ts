import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readInstalledNet } from '../testing/installed-net.ts';
import { TfliteFormatError } from './format-error.ts';
import type { TfliteGraph } from './graph.ts';
import { readTfliteGraph } from './read-graph.ts';

let minifasnet: Uint8Array;
let blendshapes: Uint8Array;

beforeAll(async () => {
  minifasnet = await readInstalledNet('minifasnet');
  blendshapes = await readInstalledNet('face-blendshapes');
});

function countOperators(graph: TfliteGraph): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of graph.operators) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe('a real model', () => {
  it('is read with all its operators', () => {
    expect(countOperators(readTfliteGraph(minifasnet))).toEqual({
      PAD: 4,
      CONV_2D: 32,
      GREATER: 33,
      MUL: 33,
      SELECT: 33,
      DEPTHWISE_CONV_2D: 17,
      ADD: 12,
      RESHAPE: 1,
      FULLY_CONNECTED: 2,
    });
  });

  it('keeps types, shapes and options', () => {
    const graph = readTfliteGraph(minifasnet);
    const [pad, conv] = graph.operators;
    const paddings = graph.tensors[pad!.inputs[1]!]!;
    expect([paddings.type, paddings.shape, paddings.constant?.length]).toEqual(['int64', [4, 2], 64]);
    expect(conv).toMatchObject({
      name: 'CONV_2D',
      options: {
        padding: 'valid',
        stride: { height: 2, width: 2 },
        dilation: { height: 1, width: 1 },
        activation: 'none',
      },
    });
    expect(graph.inputs.map((index) => graph.tensors[index]!.shape)).toEqual([[1, 80, 80, 3]]);
    expect(graph.outputs.map((index) => graph.tensors[index]!.shape)).toEqual([[1, 3]]);
  });

  it('tells float16 constants', () => {
    const types = new Set(readTfliteGraph(blendshapes).tensors.map((tensor) => tensor.type));
    expect(types).toEqual(new Set(['float32', 'float16', 'int32']));
  });
});

describe('bytes that are no model', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['another file', new TextEncoder().encode('PK\u0003\u0004 something else')],
    ['an identifier alone', new TextEncoder().encode('\0\0\0\0TFL3')],
  ])('are refused: %s', (_, bytes) => {
    expect(() => readTfliteGraph(bytes)).toThrow(TfliteFormatError);
  });

  it('are refused wherever a file is cut off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: blendshapes.length - 1 }), (length) => {
        expect(() => readTfliteGraph(blendshapes.subarray(0, length))).toThrow(TfliteFormatError);
      }),
      { numRuns: 50 },
    );
  });

  it('give a sound graph or a TfliteFormatError, and quickly, whatever is overwritten', () => {
    const tables = structuralOffsets(blendshapes);
    const change = fc.record({
      at: fc.oneof(fc.constantFrom(...tables), fc.nat({ max: blendshapes.length - 4 })),
      value: fc.oneof(fc.integer(), fc.constantFrom(0, 1, -1, 4, 0x7fffffff, -0x80000000)),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const mutated = blendshapes.slice();
        const view = new DataView(mutated.buffer);
        for (const { at, value } of changes) view.setInt32(at, value, true);
        const started = performance.now();
        const result = capture(() => readTfliteGraph(mutated));
        expect(performance.now() - started).toBeLessThan(1000);
        if (result instanceof TfliteFormatError) return;
        expect(result).not.toBeInstanceOf(Error);
        expect(readsOnlyWhatIsComputed(result as TfliteGraph)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('are refused when a vector of tables repeats one large table without end', () => {
    const count = 50_000;
    const bytes = aliasingFile(count);
    const started = performance.now();
    expect(() => readTfliteGraph(bytes)).toThrow(/too many times/);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

/** Positions of a file that hold no weights, so that a change there meets the reader. */
function structuralOffsets(bytes: Uint8Array): number[] {
  const weights = readTfliteGraph(bytes).tensors.flatMap(({ constant }) =>
    constant === null ? [] : [[constant.byteOffset - bytes.byteOffset, constant.length] as const],
  );
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length - 4; at += 4) {
    if (!weights.some(([start, length]) => at >= start && at < start + length)) offsets.push(at);
  }
  return offsets;
}

/** A small file with `count` operator codes that are all the same table, whose name takes up half of the file. */
function aliasingFile(count: number): Uint8Array {
  const [root, codes] = [24, 44];
  const subgraphs = codes + 4 + 4 * count;
  const code = subgraphs + 8 + 12;
  const name = code + 12;
  const bytes = new Uint8Array(name + 4 + 4 * count);
  const view = new DataView(bytes.buffer);
  const u16s = (at: number, values: readonly number[]): void =>
    values.forEach((value, index) => view.setUint16(at + 2 * index, value, true));
  const u32s = (at: number, values: readonly number[]): void =>
    values.forEach((value, index) => view.setUint32(at + 4 * index, value, true));
  u32s(0, [root]);
  bytes.set(new TextEncoder().encode('TFL3'), 4);
  u16s(8, [10, 16, 4, 8, 12]);
  u32s(root, [root - 8, 3, codes - (root + 8), subgraphs - (root + 12)]);
  u32s(codes, [count]);
  for (let index = 0; index < count; index++) {
    const at = codes + 4 + 4 * index;
    u32s(at, [code - at]);
  }
  u32s(subgraphs, [1, code - (subgraphs + 4)]);
  u16s(code - 12, [8, 12, 4, 8]);
  u32s(code, [12, 32, 4]);
  u32s(name, [4 * count]);
  return bytes;
}

function readsOnlyWhatIsComputed({ tensors, operators, inputs, outputs }: TfliteGraph): boolean {
  const computed = new Set(inputs);
  const isReady = (index: number): boolean =>
    computed.has(index) || tensors[index]?.constant?.length !== undefined;
  const inOrder = operators.every((operator) => {
    const ready = operator.inputs.every((index) => index === -1 || isReady(index));
    operator.outputs.forEach((index) => computed.add(index));
    return ready;
  });
  return inOrder && outputs.every(isReady) && [...computed].every((index) => tensors[index] !== undefined);
}

function capture(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

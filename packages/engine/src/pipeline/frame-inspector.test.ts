import { beforeAll, describe, expect, it } from 'vitest';
import { FrameGateError, type GatePassage, type GateRequest } from '../frame-gate.ts';
import { decodeImage } from '../image/decode.ts';
import { encodePng } from '../image/encode.ts';
import type { Raster } from '../image/raster.ts';
import { openGateNets } from '../nets/gate-nets.ts';
import { drawPortrait, placeOn } from '../testing/drawn-portrait.ts';
import { testNetPaths } from '../testing/test-weights.ts';
import { createFrameInspector, type FrameInspector } from './frame-inspector.ts';

const PORTRAIT = placeOn(320, 240, drawPortrait(240), 40, 0);
const EMPTY = placeOn(320, 240, { width: 0, height: 0, data: new Uint8Array(0) }, 0, 0);
const COUPLE = beside(drawPortrait(240), drawPortrait(240));

/** Two pictures of one height, side by side. */
function beside(left: Raster, right: Raster): Raster {
  const picture = placeOn(left.width + right.width, left.height, right, left.width, 0);
  for (let row = 0; row < left.height; row++) {
    const pixels = left.data.subarray(row * left.width * 3, (row + 1) * left.width * 3);
    picture.data.set(pixels, row * picture.width * 3);
  }
  return picture;
}

let inspector: FrameInspector;
beforeAll(async () => {
  inspector = createFrameInspector(await openGateNets(await testNetPaths()));
});

function inspect(image: Raster, override: Partial<GateRequest> = {}): Promise<GatePassage> {
  const plain = { faceGate: false, greyBackground: false, losslessBytesMax: Number.POSITIVE_INFINITY };
  return inspector.inspect({ streamId: 'a', image: { format: 'rgb', ...image }, ...plain, ...override });
}

function pixelsOf(passage: GatePassage): Raster {
  if (passage.kind !== 'passed') throw new Error(passage.kind);
  const decoded = decodeImage(passage.data);
  if (!decoded.ok) throw new Error(decoded.cause);
  return decoded.image;
}

describe('frame inspector', () => {
  it('passes a usual face without loss and with its size', async () => {
    const passage = await inspect(PORTRAIT);
    expect(passage).toMatchObject({ kind: 'passed', format: 'png' });
    expect(pixelsOf(passage)).toEqual(PORTRAIT);
  });

  it('encodes larger pictures as JPEG', async () => {
    const passage = await inspect(PORTRAIT, { losslessBytesMax: 320 * 240 * 3 - 1 });
    expect(passage).toMatchObject({ kind: 'passed', format: 'jpeg' });
    const { width, height, data } = pixelsOf(passage);
    expect([width, height]).toEqual([320, 240]);
    const differences = data.map((level, at) => Math.abs(level - PORTRAIT.data[at]!));
    expect(differences.reduce((a, b) => a + b, 0) / data.length).toBeLessThan(2);
  });

  it('passes what came encoded as it came, unless it is too large to keep', async () => {
    const data = await encodePng(PORTRAIT);
    const image = { format: 'png', data } as const;
    expect(await inspect(PORTRAIT, { image })).toEqual({ kind: 'passed', format: 'png', data });
    expect(await inspect(PORTRAIT, { image, losslessBytesMax: 1000 })).toMatchObject({ format: 'jpeg' });
  });

  it.each([false, true])('rejects an empty picture, with face checks %s', async (faceGate) => {
    expect(await inspect(EMPTY, { faceGate, streamId: 'empty' })).toEqual({
      kind: 'rejected',
      reasons: ['no-face'],
    });
  });

  it('rejects two faces', async () => {
    expect(await inspect(COUPLE, { streamId: 'couple' })).toMatchObject({
      kind: 'rejected',
      reasons: expect.arrayContaining(['multiple-faces']),
    });
  });

  it('looks at the place of a face only when it is asked to', async () => {
    const far = placeOn(800, 480, drawPortrait(200), 0, 0);
    expect(await inspect(far, { streamId: 'far-1' })).toMatchObject({ kind: 'passed' });
    expect(await inspect(far, { streamId: 'far-2', faceGate: true })).toMatchObject({
      kind: 'rejected',
      reasons: ['face-not-centered'],
    });
  });

  it('greys what is no person, but nothing that the nets look at', async () => {
    const wide = placeOn(640, 360, drawPortrait(160), 240, 100);
    const { data } = pixelsOf(await inspect(wide, { greyBackground: true, streamId: 'wide' }));
    const levels = (x: number, y: number, from = data) => [
      ...from.subarray((y * 640 + x) * 3, (y * 640 + x) * 3 + 3),
    ];
    for (const [x, y] of [
      [5, 5],
      [635, 5],
      [120, 100],
      [520, 300],
    ] as const) {
      for (const level of levels(x, y)) expect(Math.abs(level - 128)).toBeLessThan(8);
    }
    // The face, and the wall beside it.
    for (const [x, y] of [
      [320, 172],
      [262, 172],
      [380, 130],
    ] as const) {
      expect(levels(x, y)).toEqual(levels(x, y, wide.data));
    }
  });

  it('follows the faces of several streams apart from each other', async () => {
    const shifted = placeOn(320, 240, drawPortrait(160), 0, 80);
    for (let turn = 0; turn < 3; turn++) {
      expect(await inspect(PORTRAIT, { streamId: 'one' })).toMatchObject({ kind: 'passed' });
      expect(await inspect(shifted, { streamId: 'two' })).toMatchObject({ kind: 'passed' });
      expect(await inspect(EMPTY, { streamId: 'three' })).toMatchObject({ kind: 'rejected' });
    }
    for (const streamId of ['one', 'two', 'three']) inspector.forget(streamId);
  });

  it('says that something is no picture', async () => {
    const image = { format: 'jpeg', data: Uint8Array.of(1, 2, 3) } as const;
    await expect(inspect(PORTRAIT, { image })).rejects.toBeInstanceOf(FrameGateError);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePng } from '@vivant/engine/image/encode';
import type { Raster } from '@vivant/engine/image/raster';
import { type Nets, openNets } from '@vivant/engine/nets/nets';
import { frameSignals } from '@vivant/engine/signals/registry';
import { drawPortrait, placeOn } from '@vivant/engine/testing/drawn-portrait';
import { testNetPaths } from '@vivant/engine/testing/test-weights';
import type { FrameRow } from '@vivant/evaluate/dataset/manifest-row';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INJECTIONS } from './attacks/injection.ts';
import { ALTERATIONS, LINES } from './conditions.ts';
import { type EnvironmentFeatures, extractEnvironment } from './extract-environment.ts';

const FRAMES = 4;
let dir: string;
let nets: Nets;
let features: EnvironmentFeatures;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vivant-captures-'));
  await mkdir(join(dir, 'a'));
  nets = await openNets(await testNetPaths());
  const rows: FrameRow[] = [];
  for (let index = 0; index < FRAMES; index++) {
    const path = `a/${index}.png`;
    const picture = placeOn(200, 150, drawPortrait(150), 20 + index, 0);
    await writeFile(join(dir, path), await encodePng(picture));
    rows.push({
      kind: 'frame',
      line: index + 2,
      path,
      bonaFide: true,
      species: '',
      environment: 'room',
      subject: 'p',
      split: 'train',
      faces: [],
      sequence: 's',
      index,
      timestampMs: index * 40,
    });
  }
  features = await extractEnvironment(rows, options());
}, 60_000);
afterAll(() => rm(dir, { recursive: true }));

function options() {
  return {
    dir,
    nets,
    signals: frameSignals(['blur', 'noise']),
    signalsAltered: frameSignals(['blur']),
    variations: 1,
    seed: 3,
    // A line so thin that the last picture never arrives.
    encodeCall: async (pictures: readonly Raster[]) => pictures.slice(0, -1),
    readVideo: () => {
      throw new Error('no video here');
    },
  };
}

const isAsTaken = ({ condition }: { condition: string }) => condition === '';

it('learns every frame with its mirror image and its altered copies', () => {
  const genuine = features.rows.filter(isAsTaken).filter(({ bonaFide }) => bonaFide);
  expect(genuine).toHaveLength(FRAMES * 3);
  expect(genuine.filter(({ augmented }) => !augmented).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
});

it('measures on altered copies only what is learnt from them', () => {
  for (const { augmented, features: measured } of features.rows)
    expect(Object.keys(measured)).toEqual(augmented ? ['blur'] : ['blur', 'noise']);
});

it('records the capture as the engine tracks it, with the motion between its frames', () => {
  const [capture] = features.sequences;
  expect(capture).toMatchObject({ bonaFide: true, environment: 'room', sequence: 's', split: 'train' });
  expect(capture!.frames.map(({ timestampMs }) => timestampMs)).toEqual([0, 40, 80, 120]);
  expect(capture!.frames[1]!.motion!.face.length).toBeGreaterThan(0);
});

it('builds every injection from it, in its environment, to be scored and never learnt', () => {
  const injected = features.sequences.filter(isAsTaken).filter(({ bonaFide }) => !bonaFide);
  expect(injected.map(({ sequence }) => sequence)).toEqual(INJECTIONS.map(({ id }) => `s/${id}`));
  expect(new Set(injected.map(({ environment }) => environment))).toEqual(new Set(['room']));
  const rows = features.rows.filter(({ bonaFide }) => !bonaFide);
  expect(rows.filter(({ augmented }) => augmented)).toEqual([]);
  const frozen = rows.filter(isAsTaken).filter(({ sequence }) => sequence === 's/frozen');
  expect(frozen.map(({ index }) => index)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
});

it('measures the capture under every condition, and it and its injections over every line', () => {
  const genuine = features.sequences.filter(({ bonaFide }) => bonaFide);
  expect(genuine.map(({ condition }) => condition)).toEqual([
    '',
    ...ALTERATIONS.map(({ id }) => id),
    ...LINES.map(({ id }) => id),
  ]);
  for (const { id } of LINES) {
    const received = features.sequences.filter(({ condition }) => condition === id);
    expect(received).toHaveLength(1 + INJECTIONS.length);
    expect(received[0]!.frames).toHaveLength(FRAMES - 1);
  }
  const frames = features.rows.filter(({ condition }) => condition === 'half-resolution');
  expect(frames.map(({ index, augmented }) => ({ index, augmented }))).toEqual([
    { index: 0, augmented: false },
    { index: 3, augmented: false },
  ]);
});

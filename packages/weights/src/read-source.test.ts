import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSource } from './read-source.ts';
import { sha256Hex } from './sha256.ts';
import type { NetSource } from './sources.ts';
import { WeightsError } from './weights-error.ts';

const content = new TextEncoder().encode('header, the weights, footer');
const weights = content.subarray(8, 19);
const file = {
  package: '@scope/pack',
  version: '1.2.3',
  path: 'models/net.task',
  byteLength: content.length,
};
const source: NetSource = {
  file,
  range: { member: 'net.tflite', start: 8, end: 19 },
  sha256: sha256Hex(weights),
  licence: 'Apache-2.0',
  origin: 'a test',
  conversion: null,
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vivant-source-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function install(bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'models', 'net.task');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

async function read(changed: Partial<NetSource> = {}): Promise<Uint8Array> {
  return readSource('face-mesh', { ...source, ...changed }, async () => folder);
}

async function readError(changed: Partial<NetSource> = {}): Promise<WeightsError> {
  const error = await read(changed).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WeightsError);
  return error as WeightsError;
}

describe('the bytes of a net', () => {
  it('are a range of a file', async () => {
    await install(content);
    expect(new TextDecoder().decode(await read())).toBe('the weights');
  });

  it('are a whole file', async () => {
    await install(content);
    expect(await read({ range: null, sha256: sha256Hex(content) })).toEqual(content);
  });
});

describe('a package that cannot be used', () => {
  it('is reported with the net, the pinned package and the remedy when it is missing', async () => {
    const error = await readSource('face-mesh', source, async () => null).catch((error: unknown) => error);
    expect(error).toMatchObject({
      net: 'face-mesh',
      package: '@scope/pack@1.2.3',
      problem: 'package-missing',
    });
    expect(String(error)).toContain(
      'face-mesh (@scope/pack@1.2.3): the package is not installed; run `npm ci`',
    );
  });

  it('is reported when the file is not in it', async () => {
    expect(await readError()).toMatchObject({ problem: 'file-unreadable', cause: { code: 'ENOENT' } });
  });

  it('is reported when one byte of the weights differs', async () => {
    const changed = content.slice();
    changed[10]! ^= 1;
    await install(changed);
    const error = await readError();
    expect(error.problem).toBe('content-mismatch');
    expect(error.message).toContain('net.tflite in ');
    expect(error.message).toContain('SHA-256');
  });

  it('is reported when the file is cut off', async () => {
    await install(content.subarray(0, -1));
    const error = await readError();
    expect(error.problem).toBe('content-mismatch');
    expect(error.message).toContain('26 bytes instead of 27');
  });
});

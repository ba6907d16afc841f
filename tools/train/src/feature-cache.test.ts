import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderCache } from './feature-cache.ts';
import { trainingRow } from './testing/training-rows.ts';

const FEATURES = { rows: [trainingRow([1, 2])], sequences: [] };
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vivant-features-'));
});
afterEach(() => rm(dir, { recursive: true }));

it('reads features once for each key, and gives back what was kept', async () => {
  const cache = createFolderCache(join(dir, 'new'));
  let reads = 0;
  const read = async () => {
    reads++;
    return FEATURES;
  };
  expect(await cache.load(['room', 1], read)).toEqual(FEATURES);
  expect(await cache.load(['room', 1], read)).toEqual(FEATURES);
  expect(reads).toBe(1);
  await cache.load(['room', 2], read);
  expect(reads).toBe(2);
});

it('keeps nothing of a reading that failed', async () => {
  const cache = createFolderCache(dir);
  await expect(cache.load([1], () => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable');
  expect(await readdir(dir)).toEqual([]);
});

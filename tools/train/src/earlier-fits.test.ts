import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEarlierFits } from './earlier-fits.ts';

const SEQUENCE = { version: 'v', terms: [], objections: [] };

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vivant-fits-'));
  await writeFile(join(dir, 'a.sequence.json'), JSON.stringify(SEQUENCE));
  await writeFile(join(dir, 'old.coefficients.json'), '{"version":"of another engine"}');
});
afterAll(() => rm(dir, { recursive: true }));

it('reads what is there and fits, and leaves out what is missing or of another version', async () => {
  const fits = await readEarlierFits(dir, {
    fusions: ['old.coefficients.json', 'none.coefficients.json'],
    sequences: ['a.sequence.json', 'none.sequence.json'],
  });
  expect([...fits.sequences]).toEqual([['a.sequence.json', SEQUENCE]]);
  expect([...fits.fusions]).toEqual([]);
});

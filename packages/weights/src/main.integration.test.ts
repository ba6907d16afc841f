import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { NET_IDS } from './net-id.ts';
import { prepareWeights } from './prepare.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

it('several processes prepare one folder at once, and it is whole afterwards', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'vivant-main-'));
  try {
    const commands = [1, 2, 3].map(() => run(process.execPath, [main, '--cache', cacheDir]));
    for (const { stdout } of await Promise.all(commands))
      expect(stdout).toContain(`[${NET_IDS.length}/${NET_IDS.length}] ${NET_IDS.at(-1)}`);
    expect(await readdir(cacheDir)).toHaveLength(2 * NET_IDS.length);
    const states: string[] = [];
    await prepareWeights({ cacheDir, onProgress: ({ state }) => void states.push(state) });
    expect(states).toEqual(NET_IDS.map(() => 'cached'));
  } finally {
    await rm(cacheDir, { recursive: true });
  }
});

it('ends with exit code 2 and the usage when the folder is not given', async () => {
  await expect(run(process.execPath, [main])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--cache DIR is missing') as string,
  });
});

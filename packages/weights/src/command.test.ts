import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runPrepareCommand } from './command.ts';
import { NET_IDS } from './net-id.ts';

// Converting all nets takes under a second, but several on a machine that is busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vivant-command-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const code = await runPrepareCommand(argv, {
    print: (text) => void (printed.out += text),
    printError: (text) => void (printed.err += text),
  });
  return { code, ...printed };
}

it('explains itself', async () => {
  const { code, out, err } = await run('--help');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('--cache DIR');
});

it.each([[[]], [['--cache']], [['--cache=']], [['--what']], [['--cache', 'a', 'b']]])(
  'refuses wrong usage with the reason and the help: %o',
  async (argv) => {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage:');
  },
);

it('prints a line when a net begins and when it is ready, then finds all of them in the cache', async () => {
  const count = NET_IDS.length;
  const first = await run('--cache', folder);
  expect(first.code).toBe(0);
  expect(first.out).toContain(
    `[1/${count}] face-detector: preparing\n[1/${count}] face-detector: prepared\n[2/${count}] face-mesh`,
  );
  const second = await run('--cache', folder);
  expect(second.out.match(/cached/g)).toHaveLength(count);
});

it('fails with the reason when the cache cannot be used', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  const { code, err } = await run('--cache', path);
  expect(code).toBe(1);
  expect(err).toContain(`cannot use the cache folder ${path}`);
});

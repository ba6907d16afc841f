import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFfmpeg } from './ffmpeg-process.ts';
import { defaultVideoLimits, type VideoLimits } from './video-limits.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vivant-process-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function start(script: string, limits: Partial<VideoLimits> = {}, args: string[] = []) {
  const path = join(folder, 'program');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return startFfmpeg(path, args, { ...defaultVideoLimits, ...limits });
}

async function outputOf(script: string, limits: Partial<VideoLimits> = {}, args: string[] = []) {
  const ffmpeg = await start(script, limits, args);
  const chunks: Uint8Array[] = [];
  for await (const chunk of ffmpeg.output) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), end: await ffmpeg.ended };
}

describe('the process of ffmpeg', () => {
  it.runIf(process.platform === 'linux')('has the limits it was given, and no core dump', async () => {
    const limits = { cpuSecondsMax: 7, memoryBytesMax: 300 * 2 ** 20 };
    const { text } = await outputOf('ulimit -t; ulimit -v; ulimit -c', limits);
    expect(text.trim().split('\n')).toEqual(['7', String(300 * 1024), '0']);
  });

  it('cannot write to a file', async () => {
    const { end } = await outputOf(`echo pixels > '${folder}/leak'; cat '${folder}/leak' >&2`);
    expect(end.complaints).not.toContain('pixels');
    expect(await readdir(folder)).toContain('program');
  });

  it('knows nothing of our environment', async () => {
    const { text } = await outputOf('/usr/bin/env');
    const names = text
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    // PWD, OLDPWD, SHLVL and _ are the shell's own.
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name!))).toEqual([
      'OPENBLAS_NUM_THREADS',
    ]);
  });

  it('gets its arguments as they are, with nothing for a shell to read', async () => {
    const { text } = await outputOf('printf "%s|" "$@"', {}, ['$(id)', 'a b', '; exit 3', '"']);
    expect(text).toBe('$(id)|a b|; exit 3|"|');
  });

  it('leaves only the last of what it complained', async () => {
    const { end } = await outputOf(
      'i=0; while [ $i -lt 2000 ]; do echo "complaint $i" >&2; i=$((i+1)); done; exit 3',
    );
    expect(end.code).toBe(3);
    expect(end.complaints.length).toBeLessThanOrEqual(4096);
    expect(end.complaints.endsWith('complaint 1999\n')).toBe(true);
  });

  it('is gone when stop resolves, though not all that it wrote was read', async () => {
    const ffmpeg = await start('while :; do echo endless; done');
    await ffmpeg.output[Symbol.asyncIterator]().next();
    await ffmpeg.stop();
    expect((await ffmpeg.ended).signal).toBe('SIGKILL');
  });

  it('is gone when stop resolves, though a child of its own lives on', async () => {
    const ffmpeg = await start('sleep 5 & echo started; wait');
    await ffmpeg.output[Symbol.asyncIterator]().next();
    const stopping = performance.now();
    await ffmpeg.stop();
    expect(performance.now() - stopping).toBeLessThan(4_000);
  });

  it('ends as in a shell when there is no such program', async () => {
    const ffmpeg = startFfmpeg(join(folder, 'nowhere'), [], defaultVideoLimits);
    expect((await ffmpeg.ended).code).toBe(127);
    await ffmpeg.stop();
  });
});

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findFfmpeg, findPackagedFfmpeg, makeRunnable } from './ffmpeg-binary.ts';
import type { VideoError } from './video-error.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vivant-ffmpeg-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function writeProgram(name: string, prints: string, mode = 0o755): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\necho "${prints}"\n`);
  await chmod(path, mode);
  return path;
}

describe('finding ffmpeg', () => {
  it('takes the configured one before any other', async () => {
    const configuredPath = await writeProgram('mine', 'ffmpeg version 99');
    expect(await findFfmpeg({ configuredPath })).toBe(configuredPath);
  });

  it('makes a relative path absolute, for ffmpeg runs from another folder', async () => {
    const path = await writeProgram('mine', 'ffmpeg version 99');
    expect(await findFfmpeg({ configuredPath: relative(process.cwd(), path) })).toBe(path);
  });

  it.each([
    ['is missing', 'nowhere'],
    ['is another program', 'other'],
  ])('fails with advice when the configured one %s, whatever else there is', async (_why, name) => {
    await writeProgram('other', 'GNU bash');
    const finding = findFfmpeg({ configuredPath: join(folder, name) });
    await expect(finding).rejects.toMatchObject({ cause: 'ffmpeg-missing', message: /FFMPEG_PATH/ });
  });

  it('takes the one on PATH next, as an absolute path', async () => {
    const path = await writeProgram('ffmpeg', 'ffmpeg version 99');
    vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
    expect(await findFfmpeg()).toBe(path);
  });

  it('passes over one on PATH that does not start', async () => {
    const broken = await writeProgram('ffmpeg', 'error while loading shared libraries');
    vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
    const found = await findFfmpeg().catch((error: unknown) => error);
    expect(found).not.toBe(broken);
  });

  it('takes the packaged one, if there is one, when PATH has none', async () => {
    const packaged = await findPackagedFfmpeg();
    vi.stubEnv('PATH', folder);
    const found: unknown = await findFfmpeg().catch((error: VideoError) => error.cause);
    expect(found).toBe(packaged ?? 'ffmpeg-missing');
  });

  it('sets the executable bit that a skipped install script left out', async () => {
    const path = await writeProgram('unpacked', 'ffmpeg version 99', 0o644);
    expect(await makeRunnable(path)).toBe(true);
    expect(await makeRunnable(join(folder, 'nowhere'))).toBe(false);
  });
});

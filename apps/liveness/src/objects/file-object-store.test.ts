import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileObjectStore } from './file-object-store.ts';
import { ObjectStoreError } from './object-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vivant-objects-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('content');
}

describe('the object store on files', () => {
  it('shows nobody but its owner what it keeps', async () => {
    await createFileObjectStore(folder).put('videos/a', content(), { bytesMax: 100 });
    expect((await stat(join(folder, 'videos/a'))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'videos'))).mode & 0o077).toBe(0);
  });

  it('removes what a killed process left unfinished', async () => {
    await mkdir(join(folder, 'unfinished'));
    await writeFile(join(folder, 'unfinished', 'half'), 'half a video');
    await createFileObjectStore(folder).put('a', content(), { bytesMax: 100 });
    expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
  });

  it('names a disk that fails', async () => {
    await writeFile(join(folder, 'videos'), 'a file where a folder is needed');
    const put = createFileObjectStore(folder).put('videos/a', content(), { bytesMax: 100 });
    await expect(put).rejects.toThrow(ObjectStoreError);
  });
});

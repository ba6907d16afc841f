import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cappedContent } from './capped-content.ts';
import { ObjectMissingError, type ObjectStore, ObjectStoreError, requireKey } from './object-store.ts';

/** Names of files that are still being written; an interrupted one is of no use to anybody. */
const UNFINISHED = 'unfinished';

/**
 * Keeps objects as files in a folder that belongs to this process, readable by its owner only. A file is written under a
 * random name and renamed when it is complete; what an earlier process left unfinished is removed at the first write.
 */
export function createFileObjectStore(folder: string): ObjectStore {
  const unfinished = join(folder, UNFINISHED);
  let prepared: Promise<unknown> | undefined;

  async function prepare(): Promise<void> {
    prepared ??= rm(unfinished, { recursive: true, force: true }).then(() =>
      mkdir(unfinished, { recursive: true, mode: 0o700 }),
    );
    await prepared;
  }

  function pathOf(key: string): string {
    requireKey(key);
    return join(folder, key);
  }

  return {
    kind: 'files',
    async put(key, content, { bytesMax }) {
      const path = pathOf(key);
      await named(prepare);
      const draft = join(unfinished, randomUUID());
      try {
        await writeDurably(draft, cappedContent(content, bytesMax));
        const { size } = await stat(draft);
        await named(async () => {
          await mkdir(dirname(path), { recursive: true, mode: 0o700 });
          await rename(draft, path);
        });
        return size;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async open(key) {
      const path = pathOf(key);
      const file = await named(() => open(path, 'r').catch(asMissing));
      return file.createReadStream();
    },
    delete: (key) => named(() => rm(pathOf(key), { force: true })),
    exists: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    close: async () => undefined,
  };
}

/** An acknowledged upload survives a power cut. */
async function writeDurably(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })).catch(
    (error: unknown) => {
      throw asStoreError(error);
    },
  );
}

async function named<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    throw asStoreError(error);
  }
}

function asMissing(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    throw new ObjectMissingError('There is no such object.', { cause: error });
  throw error;
}

/** System errors of the disk get a name; errors of the content stay what they are. */
function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new ObjectStoreError('The object store failed.', { cause: error });
}

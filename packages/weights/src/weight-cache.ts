import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { sha256Hex } from './sha256.ts';

/**
 * Tells whether a cached file is there and whole. Its SHA-256 stands beside it in the form of the sha256sum command, so
 * that a file cut short by a full disk or a crash is found out.
 */
export async function isCached(path: string): Promise<boolean> {
  const [bytes, record] = await Promise.all([readOrNull(path), readOrNull(recordPath(path))]);
  if (bytes === null || record === null) return false;
  return new TextDecoder().decode(record).startsWith(`${sha256Hex(bytes)} `);
}

/**
 * Stores a file so that readers see either nothing or all of it. Two processes may store the same path at once: the
 * content is the same, and the last rename wins.
 */
export async function storeInCache(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeAtomically(path, bytes);
  await writeAtomically(
    recordPath(path),
    new TextEncoder().encode(`${sha256Hex(bytes)}  ${basename(path)}\n`),
  );
}

function recordPath(path: string): string {
  return `${path}.sha256`;
}

async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readOrNull(path: string): Promise<Uint8Array | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

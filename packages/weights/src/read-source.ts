import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { NetId } from './net-id.ts';
import type { FindPackage } from './package-folder.ts';
import { sha256Hex } from './sha256.ts';
import type { ByteRange, NetSource } from './sources.ts';
import { WeightsError } from './weights-error.ts';

const REINSTALL = 'run `npm ci` in the root of the repository and try again';

/** Reads the bytes of a net out of its installed package; throws {@link WeightsError} unless size and SHA-256 are right. */
export async function readSource(
  net: NetId,
  source: NetSource,
  findPackage: FindPackage,
): Promise<Uint8Array> {
  const { file, range, sha256 } = source;
  const folder = await findPackage(file.package);
  if (folder === null) {
    throw new WeightsError(net, file, 'package-missing', `the package is not installed; ${REINSTALL}`);
  }
  const path = join(folder, ...file.path.split('/'));
  const { fileBytes, bytes } = await readRange(path, range).catch((cause: unknown) => {
    throw new WeightsError(net, file, 'file-unreadable', `cannot read ${path}; ${REINSTALL}`, cause);
  });
  if (fileBytes !== file.byteLength) {
    const reason = `${path} has ${fileBytes} bytes instead of ${file.byteLength}`;
    throw new WeightsError(net, file, 'content-mismatch', `${reason}; ${REINSTALL}`);
  }
  if (sha256Hex(bytes) !== sha256) {
    const reason = `${range === null ? '' : `${range.member} in `}${path} does not have the pinned SHA-256`;
    throw new WeightsError(net, file, 'content-mismatch', `${reason}; ${REINSTALL}`);
  }
  return bytes;
}

async function readRange(
  path: string,
  range: ByteRange | null,
): Promise<{ fileBytes: number; bytes: Uint8Array }> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const { start, end } = range ?? { start: 0, end: size };
    const bytes = new Uint8Array(end - start);
    await handle.read(bytes, 0, bytes.length, start);
    return { fileBytes: size, bytes };
  } finally {
    await handle.close();
  }
}

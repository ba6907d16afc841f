import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseManifest } from './manifest.ts';
import type { ManifestRow, Split } from './manifest-row.ts';

/** A folder of labelled captures. */
export interface Dataset {
  /** Absolute path of the folder. */
  readonly dir: string;
  /** Name of the folder. */
  readonly name: string;
  /** `sha256:` and the hex digest of manifest.csv: the same version, the same rows. */
  readonly version: string;
  readonly rows: readonly ManifestRow[];
}

/** The folder holds no manifest.csv that can be read. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError';
}

/**
 * Reads the manifest of a folder; the captures themselves stay on disk.
 * @throws DatasetError when there is no manifest, ManifestError when it is wrong
 */
export async function readDataset(path: string): Promise<Dataset> {
  const dir = resolve(path);
  const bytes = await readFile(join(dir, 'manifest.csv')).catch((cause: unknown) => {
    throw new DatasetError(`cannot read ${join(dir, 'manifest.csv')}`, { cause });
  });
  return {
    dir,
    name: basename(dir),
    version: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    rows: parseManifest(bytes.toString('utf8')),
  };
}

/** The rows of one side of the split. */
export function rowsOf(dataset: Dataset, split: Split): readonly ManifestRow[] {
  return dataset.rows.filter((row) => row.split === split);
}

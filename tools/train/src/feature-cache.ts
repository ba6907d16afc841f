import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { EnvironmentFeatures } from './extract-environment.ts';

/** Keeps what was read of each environment, so that a run that was cut off goes on where it stopped. */
export interface FeatureCache {
  /** @param key everything that the features depend on */
  load(key: readonly unknown[], compute: () => Promise<EnvironmentFeatures>): Promise<EnvironmentFeatures>;
}

/** Keeps nothing. */
export const noCache: FeatureCache = { load: (_key, compute) => compute() };

/** Keeps features in files of a folder. The signals' own code is not part of the key: empty the folder when it changes. */
export function createFolderCache(dir: string): FeatureCache {
  return {
    async load(key, compute) {
      const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 16);
      const path = join(dir, `${name}.features`);
      const kept = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (kept) return deserialize(kept) as EnvironmentFeatures;
      const { rows, sequences } = await compute();
      await mkdir(dir, { recursive: true });
      // Written under another name first: a run that is cut off leaves no half file behind.
      await writeFile(`${path}.part`, serialize({ rows, sequences }));
      await rename(`${path}.part`, path);
      return { rows, sequences };
    },
  };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FusionCoefficients, fusionCoefficients } from '@vivant/engine/fusion/coefficients';
import { type SequenceCoefficients, sequenceCoefficients } from '@vivant/engine/fusion/sequence-coefficients';

/** What was fitted before; it serves where a data set cannot teach a part anew. By file under `models/`. */
export interface EarlierFits {
  readonly fusions: ReadonlyMap<string, FusionCoefficients>;
  readonly sequences: ReadonlyMap<string, SequenceCoefficients>;
}

/** Reads the named files of a folder; one that is missing, or of another version of the engine, is left out. */
export async function readEarlierFits(
  dir: string,
  files: { readonly fusions: readonly string[]; readonly sequences: readonly string[] },
): Promise<EarlierFits> {
  return {
    fusions: await readAll(dir, files.fusions, (json) => fusionCoefficients.safeParse(json).data),
    sequences: await readAll(dir, files.sequences, (json) => sequenceCoefficients.safeParse(json).data),
  };
}

async function readAll<T>(
  dir: string,
  files: readonly string[],
  parse: (json: unknown) => T | undefined,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for (const file of files) {
    const text = await readFile(join(dir, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const fit = text === undefined ? undefined : parse(JSON.parse(text));
    if (fit) found.set(file, fit);
  }
  return found;
}

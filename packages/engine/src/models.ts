import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FusionCoefficients, fusionCoefficients } from './fusion/coefficients.ts';
import { type ModelManifest, modelManifest } from './model-manifest.ts';

/** A catalogue entry with the numbers it fuses its signals by. Plain data: it can be sent to a worker. */
export interface Model {
  readonly manifest: ModelManifest;
  readonly coefficients: FusionCoefficients;
}

/** A model file that is missing, no JSON, or not of its schema. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
}

/**
 * Reads every `*.model.json` of a folder with the coefficients it names, sorted by id.
 * @throws ModelFileError naming the file
 */
export async function loadModels(dir: string): Promise<Model[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.model.json')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const manifest = await readData(join(dir, name), (json) => modelManifest.parse(json));
      const coefficients = await readData(join(dir, manifest.coefficients), (json) =>
        fusionCoefficients.parse(json),
      );
      return { manifest, coefficients };
    }),
  );
}

async function readData<T>(path: string, parse: (json: unknown) => T): Promise<T> {
  try {
    return parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new ModelFileError(`unusable model file ${path}`, { cause });
  }
}

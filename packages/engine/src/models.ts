import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FusionCoefficients, fusionCoefficients } from './fusion/coefficients.ts';
import { type SequenceCoefficients, sequenceCoefficients } from './fusion/sequence-coefficients.ts';
import { type ModelManifest, modelManifest } from './model-manifest.ts';

/** A catalogue entry with the numbers it fuses its signals by. Plain data: it can be sent to a worker. */
export interface Model {
  readonly manifest: ModelManifest;
  readonly coefficients: FusionCoefficients;
  readonly sequence?: SequenceCoefficients;
  /** Of the manifest's objector. */
  readonly objector?: FusionCoefficients;
}

/** A model file that is missing, no JSON, or not of its schema. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
}

/**
 * Reads every `*.model.json` of a folder, sorted by file name.
 * @throws ModelFileError naming the file
 */
export async function loadManifests(dir: string): Promise<ModelManifest[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.model.json')).toSorted();
  return Promise.all(names.map((name) => readData(join(dir, name), (json) => modelManifest.parse(json))));
}

/**
 * Reads every model of a folder with the coefficients its manifest names.
 * @throws ModelFileError naming the file
 */
export async function loadModels(dir: string): Promise<Model[]> {
  const manifests = await loadManifests(dir);
  return Promise.all(
    manifests.map(async (manifest) => ({
      manifest,
      coefficients: await readData(join(dir, manifest.coefficients), (json) =>
        fusionCoefficients.parse(json),
      ),
      ...(manifest.sequence !== undefined && {
        sequence: await readData(join(dir, manifest.sequence), (json) => sequenceCoefficients.parse(json)),
      }),
      ...(manifest.objector && {
        objector: await readData(join(dir, manifest.objector.coefficients), (json) =>
          fusionCoefficients.parse(json),
        ),
      }),
    })),
  );
}

async function readData<T>(path: string, parse: (json: unknown) => T): Promise<T> {
  try {
    return parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new ModelFileError(`unusable model file ${path}`, { cause });
  }
}

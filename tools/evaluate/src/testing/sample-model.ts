import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model } from '@vivant/engine/models';
import { temporaryFolder } from './dataset-folder.ts';

/** A model of the given length; a scripted engine decides what it answers. */
export function sampleModel(id: string, framesRequired: number): Model {
  return {
    manifest: {
      id,
      label: `Sample ${framesRequired}`,
      description: 'A model for tests.',
      family: 'v2',
      framesRequired,
      framesScored: framesRequired,
      needs: { landmarks: false, fps: false },
      coefficients: `${id}.coefficients.json`,
      calibration: { slope: 1, intercept: 0 },
      credits: 1,
      status: 'active',
      replacement: null,
      sunset: null,
      licences: [],
      evaluation: null,
    },
    coefficients: {
      version: 'sample-1',
      signals: ['pad-logits'],
      mean: [0],
      deviation: [1],
      weight: [1],
      intercept: 0,
      clip: 5,
      objections: [],
      endorsements: [],
    },
  };
}

/** A folder with the files of these models; gone after the test. */
export async function modelsFolder(models: readonly Model[]): Promise<string> {
  const dir = await temporaryFolder();
  for (const { manifest, coefficients } of models) {
    await writeFile(join(dir, `${manifest.id}.model.json`), JSON.stringify(manifest));
    await writeFile(join(dir, manifest.coefficients), JSON.stringify(coefficients));
  }
  return dir;
}

import type { Engine } from '@vivant/engine/check';
import { createEngine } from '@vivant/engine/engine-pool';
import { modelFingerprint } from '@vivant/engine/model-fingerprint';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { loadModels } from '@vivant/engine/models';
import { type Database, openDatabase } from '@vivant/service-kit/database';
import type { Logger } from '@vivant/service-kit/logger';
import { prepareWeights } from '@vivant/weights/prepare';
import type { LivenessConfig } from './config.ts';

/** The engine, not started, and the models it knows. */
export interface Judging {
  readonly engine: Engine;
  readonly manifests: readonly ModelManifest[];
  /** What calibrations are held against, by model id; without them none applies. */
  readonly fingerprints?: ReadonlyMap<string, string>;
}

/** Prepares the nets and sets the worker pool up; nothing is loaded before it starts. */
export async function openEngine(config: LivenessConfig, logger: Logger): Promise<Judging> {
  const models = await loadModels(config.modelsDir);
  const netPaths = await prepareWeights({
    cacheDir: config.weightsDir,
    onProgress: (progress) => {
      if (progress.state !== 'cached') logger.info(progress, 'preparing nets');
    },
  });
  const engine = createEngine({
    netPaths,
    models,
    workers: config.inferenceWorkers,
    onWorkerLost: () => logger.error('an inference worker ended unexpectedly'),
  });
  return {
    engine,
    manifests: models.map(({ manifest }) => manifest),
    fingerprints: new Map(models.map((model) => [model.manifest.id, modelFingerprint(model)])),
  };
}

/** Opens the configured database. */
export function openConfiguredDatabase({ databaseUrl, dataDir }: LivenessConfig): Promise<Database> {
  return openDatabase({ url: databaseUrl, dataDir });
}

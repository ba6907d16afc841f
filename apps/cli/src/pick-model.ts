import type { Model } from '@vivant/engine/models';
import { UsageError } from './usage-error.ts';

/** The model of that id. @throws UsageError naming the known ones */
export function pickModel(id: string, models: readonly Model[]): Model {
  const model = models.find(({ manifest }) => manifest.id === id);
  if (model) return model;
  throw new UsageError(`unknown model ${id}; known: ${models.map((m) => m.manifest.id).join(', ')}`);
}

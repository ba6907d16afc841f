import type { ModelManifest } from '@vivant/engine/model-manifest';

/** The models of this deployment by id; an alias is a model id. */
export interface Catalogue {
  /** Ids in manifest order. */
  readonly ids: readonly string[];
  find(id: string): ModelManifest | undefined;
}

/**
 * Indexes manifests by id.
 * @throws Error when two manifests claim one id
 */
export function createCatalogue(manifests: readonly ModelManifest[]): Catalogue {
  const byId = new Map<string, ModelManifest>();
  for (const manifest of manifests) {
    if (byId.has(manifest.id)) throw new Error(`Two model manifests claim the id "${manifest.id}".`);
    byId.set(manifest.id, manifest);
  }
  return { ids: [...byId.keys()], find: (id) => byId.get(id) };
}

import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Catalogue } from './catalogue.ts';
import { type ModelSelection, resolveModel } from './resolve-model.ts';

/** The model of a live-check that names none. */
export const LANDMARK_ALIAS = 'mixed-10-v3';

const LANDMARK_FAMILIES: ReadonlySet<string> = new Set(['v3', 'v3_1', 'v3_1_1']);

/**
 * Finds the model of a live-check.
 * @throws ApiError `unsupported_model` for an alias or version that is unknown or not shipped, and what
 *   {@link resolveModel} says about `frame_count`
 */
export function resolveLandmarkModel(
  catalogue: Catalogue,
  selection: ModelSelection,
  defaultAlias: string,
): ModelManifest {
  return resolveModel(catalogue, selection, defaultAlias, 'unsupported_model');
}

/**
 * Refuses a model that takes no landmarks of its caller.
 * @throws ApiError `unsupported_model`
 */
export function requireLandmarkModel({ id, family }: ModelManifest): void {
  if (LANDMARK_FAMILIES.has(family)) return;
  throw new ApiError('unsupported_model', `live-check needs a model of a V3 family; ${id} is none.`);
}

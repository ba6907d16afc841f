import type { ErrorCode } from '@vivant/contract/error-codes';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Catalogue } from './catalogue.ts';
import { DOCUMENTED_ALIASES } from './documented-aliases.ts';
import { VERSION_ALIASES } from './version-aliases.ts';

/** What a caller said about the model it wants. */
export interface ModelSelection {
  /** Value of `X-Model-Version`; when present, `alias` is ignored. */
  readonly version?: string | undefined;
  readonly alias?: string | undefined;
  readonly frameCount?: number | undefined;
}

/**
 * Finds the model a caller asked for.
 * @throws ApiError `missing_field` when the version needs a frame count, `validation_error` when it has no model
 *   for that count, `unknownCode` when an alias or version is unknown or not shipped in this deployment
 */
export function resolveModel(
  catalogue: Catalogue,
  selection: ModelSelection,
  defaultAlias: string,
  unknownCode: ErrorCode = 'validation_error',
): ModelManifest {
  const id =
    selection.version === undefined
      ? documented(selection.alias ?? defaultAlias, catalogue, unknownCode)
      : modelIdOfVersion(selection.version, selection.frameCount, unknownCode);
  const model = catalogue.find(id);
  if (model) return model;
  throw new ApiError(
    unknownCode,
    `Model "${id}" is not available in this deployment. Available: ${catalogue.ids.join(', ')}.`,
  );
}

function documented(alias: string, catalogue: Catalogue, unknownCode: ErrorCode): string {
  if (DOCUMENTED_ALIASES.has(alias) || catalogue.find(alias)) return alias;
  throw new ApiError(unknownCode, `Unknown model alias "${alias}". Available: ${catalogue.ids.join(', ')}.`);
}

function modelIdOfVersion(version: string, frameCount: number | undefined, unknownCode: ErrorCode): string {
  const alias = VERSION_ALIASES.get(version);
  if (!alias) {
    const known = [...VERSION_ALIASES.keys()].join(', ');
    throw new ApiError(unknownCode, `Unknown X-Model-Version "${version}". Known: ${known}.`);
  }
  const takesCount = alias.modelIds.size > 0;
  const id = takesCount && frameCount !== undefined ? alias.modelIds.get(frameCount) : alias.defaultModelId;
  if (id !== undefined) return id;
  const counts = [...alias.modelIds.keys()].join(', ');
  if (frameCount === undefined) {
    throw new ApiError(
      'missing_field',
      `frame_count is required with X-Model-Version "${version}": ${counts}.`,
    );
  }
  throw new ApiError(
    'validation_error',
    `X-Model-Version "${version}" has no model for frame_count ${frameCount}; valid: ${counts}.`,
  );
}

import type { ModelManifest } from '@vivant/engine/model-manifest';

/** Headers that say which model answered and, for a deprecated one, what to use instead and until when. */
export function modelHeaders(prefix: string, model: ModelManifest): Record<string, string> {
  const resolved = { [`${prefix}-Model-Resolved`]: model.id };
  if (model.status === 'active') return resolved;
  return {
    ...resolved,
    Deprecation: 'true',
    ...(model.sunset && { Sunset: model.sunset }),
    [`${prefix}-Deprecated-Model`]: model.id,
    ...(model.replacement && { [`${prefix}-Suggested-Model`]: model.replacement }),
  };
}

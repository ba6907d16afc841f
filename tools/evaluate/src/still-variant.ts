import type { Model } from '@vivant/engine/models';

/**
 * The same fusion, and objector, asked to judge a single frame, under an id of its own. It measures what the model makes
 * of stills; the service never offers it.
 */
export function stillVariant({ manifest, coefficients, objector }: Model): Model {
  return {
    manifest: { ...manifest, id: `${manifest.id}@still`, framesRequired: 1, framesScored: 1 },
    coefficients,
    ...(objector && { objector }),
  };
}

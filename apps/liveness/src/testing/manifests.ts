import type { ModelManifest } from '@vivant/engine/model-manifest';

/** A valid manifest of an active ten-frame model, with the given differences. */
export function manifest(difference: Partial<ModelManifest> & { id: string }): ModelManifest {
  return {
    label: difference.id,
    description: 'A model of the tests.',
    family: 'v2',
    framesRequired: 10,
    framesScored: 10,
    needs: { landmarks: false, fps: false },
    coefficients: 'none.coefficients.json',
    calibration: { slope: 1, intercept: 0 },
    credits: 1,
    status: 'active',
    replacement: null,
    sunset: null,
    licences: [],
    evaluation: null,
    ...difference,
  };
}

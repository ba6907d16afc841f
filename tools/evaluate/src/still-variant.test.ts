import { modelManifest } from '@vivant/engine/model-manifest';
import { expect, it } from 'vitest';
import { stillVariant } from './still-variant.ts';
import { sampleModel } from './testing/sample-model.ts';

it('is the same fusion over one frame under another id, and still a valid manifest', () => {
  const model = sampleModel('mixed-10-v2', 10);
  const variant = stillVariant(model);
  expect(variant.coefficients).toBe(model.coefficients);
  expect(modelManifest.parse(variant.manifest)).toEqual({
    ...model.manifest,
    id: 'mixed-10-v2@still',
    framesRequired: 1,
    framesScored: 1,
  });
});

it('keeps the objector, which looks at single frames too', () => {
  const model = { ...sampleModel('mixed-10-v3_1', 10), objector: sampleModel('other', 10).coefficients };
  expect(stillVariant(model).objector).toBe(model.objector);
  expect(stillVariant(sampleModel('mixed-10-v2', 10))).not.toHaveProperty('objector');
});

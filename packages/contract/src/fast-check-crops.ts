import { z } from 'zod';
import { checkFields } from './check-fields.ts';
import { rejectRepeatedIndexes } from './frame-indexes.ts';
import { optionalField } from './optional-field.ts';

/** A picture cut around a face. Like `pixels` of a frame, it is checked for length only. */
export const cropSchema = z.object({
  index: z.int().min(0).describe('Place of the crop in the sequence, from 0.'),
  pixels: z
    .string()
    .min(1)
    .describe(
      'A PNG of 224x224 pixels in base64: a square around the face, three times its size. A face that covers ' +
        'more than half of it makes the verdict less certain.',
    ),
});

/** A picture cut around a face. */
export type Crop = z.infer<typeof cropSchema>;

/** The body of `POST /api/v1/fast-check-crops`; how many crops it needs depends on the model. */
export const fastCheckCropsBody = z.object({
  ...checkFields,
  crops: z
    .array(cropSchema)
    .superRefine(rejectRepeatedIndexes)
    .describe('The crops in any order; at least as many as the model requires.'),
  bg_segmentation: optionalField(z.boolean()).describe(
    'Whether the background was replaced before cropping; stored for analytics.',
  ),
});

/** The body of `POST /api/v1/fast-check-crops`. */
export type FastCheckCropsBody = z.infer<typeof fastCheckCropsBody>;

import { z } from 'zod';
import { checkFields } from './check-fields.ts';

/** The body of `POST /api/v2/fast-check` and `/api/v2/live-check`: which upload to judge, no pixels. */
export const uploadedCheckBody = z.object({
  ...checkFields,
  model: checkFields.model.describe(
    'Must be the model of the upload; that one is taken when absent. Ignored with `X-Model-Version`.',
  ),
});

/** The body of `POST /api/v2/fast-check` and `/api/v2/live-check`. */
export type UploadedCheckBody = z.infer<typeof uploadedCheckBody>;

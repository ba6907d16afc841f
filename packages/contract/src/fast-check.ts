import { z } from 'zod';
import { checkFields } from './check-fields.ts';
import { frameSchema } from './frame.ts';
import { rejectRepeatedIndexes } from './frame-indexes.ts';

/** The body of `POST /api/v1/fast-check`; how many frames it needs depends on the model. */
export const fastCheckBody = z.object({
  ...checkFields,
  frames: z
    .array(frameSchema)
    .superRefine(rejectRepeatedIndexes)
    .describe('The captured frames in any order; at least as many as the model requires.'),
});

/** The body of `POST /api/v1/fast-check`. */
export type FastCheckBody = z.infer<typeof fastCheckBody>;

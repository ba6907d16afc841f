import { z } from 'zod';
import { checkFields } from './check-fields.ts';
import { frameSchema } from './frame.ts';
import { rejectRepeatedIndexes } from './frame-indexes.ts';
import { landmarksSchema } from './landmarks.ts';

/** A frame with the face-mesh points that its client found. */
export const liveCheckFrameSchema = frameSchema.extend({ landmarks: landmarksSchema });

/** A frame with the face-mesh points that its client found. */
export type LiveCheckFrame = z.infer<typeof liveCheckFrameSchema>;

/** The body of `POST /api/v1/live-check`; how many frames it needs depends on the model. */
export const liveCheckBody = z.object({
  ...checkFields,
  frames: z
    .array(liveCheckFrameSchema)
    .superRefine(rejectRepeatedIndexes)
    .describe('The captured frames in any order; at least as many as the model requires.'),
});

/** The body of `POST /api/v1/live-check`. */
export type LiveCheckBody = z.infer<typeof liveCheckBody>;

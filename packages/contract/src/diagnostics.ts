import { z } from 'zod';
import { rejectionReasonSchema } from './rejection-reasons.ts';

/** The numbers behind a verdict. */
export const diagnosticsSchema = z.object({
  frames_received: z.int().min(0).describe('Frames in the request.'),
  frames_usable: z.int().min(0).describe('Frames with exactly one face that is large and sharp enough.'),
  frames_scored: z.int().min(0).describe('Usable frames that the nets looked at.'),
  rejections: z
    .partialRecord(rejectionReasonSchema, z.int().min(1))
    .describe('How many frames failed for which reason; reasons that did not occur are absent.'),
  signals: z.record(z.string(), z.number()).describe('Value of each named signal over the scored frames.'),
  reasons: z.array(z.string()).describe('What speaks most for the verdict, strongest first.'),
  calibration: z
    .object({
      state: z
        .enum(['applied', 'outdated'])
        .describe('`outdated`: it was measured on other coefficients of the model, and was left out.'),
      offset: z.number().describe('Log-odds that were added to the score.'),
    })
    .optional()
    .describe("What the organization's own calibration of the model did; absent when there is none."),
  runs: z
    .int()
    .min(1)
    .optional()
    .describe('Only of a video: how many runs of consecutive frames were judged, spread over it.'),
});

/** The numbers behind a verdict. */
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

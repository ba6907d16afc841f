import { z } from 'zod';
import { captureWarningSchema } from './capture-warning.ts';
import { checkFields } from './check-fields.ts';
import { frameSchema } from './frame.ts';
import { verificationResultSchema } from './verification-result.ts';

/** The body of `POST /api/v1/fast-check-stream`: one frame. Its index is bounded by the model, which the route knows. */
export const fastCheckStreamBody = z.object({
  ...checkFields,
  frame: z
    .object(frameSchema.shape)
    .describe('One frame; its `index` lies below the number of frames the model requires.'),
});

/** The body of `POST /api/v1/fast-check-stream`. */
export type FastCheckStreamBody = z.infer<typeof fastCheckStreamBody>;

const framesReceived = z.int().min(0).describe('Different frames of the session that arrived so far.');
const framesRequired = z.int().min(1).describe('Frames the model needs.');

/** The `data` of a stream request before the set is complete. */
export const streamBufferingSchema = z.object({
  status: z.literal('buffering').describe('More frames are needed.'),
  session_id: z.string().describe('The session id of the request, as it was sent.'),
  frames_received: framesReceived,
  frames_required: framesRequired,
  ttl_seconds: z.int().min(0).describe('Seconds until the buffered frames are dropped.'),
  warnings: z
    .array(captureWarningSchema)
    .nullable()
    .describe('Capture warnings of this request, without repeats.'),
});

/** The `data` of the stream request that completes the set, and of every later one. */
export const streamCompleteSchema = verificationResultSchema.extend({
  status: z.literal('complete').describe('The verdict is here.'),
  frames_received: framesReceived,
  frames_required: framesRequired,
  ttl_seconds: z.literal(0).describe('The buffered frames are gone.'),
});

/** The `data` of every stream answer. */
export const streamResultSchema = z.discriminatedUnion('status', [
  streamBufferingSchema,
  streamCompleteSchema,
]);

/** The answer before the set is complete. */
export type StreamBuffering = z.infer<typeof streamBufferingSchema>;

/** The answer with the verdict. */
export type StreamComplete = z.infer<typeof streamCompleteSchema>;

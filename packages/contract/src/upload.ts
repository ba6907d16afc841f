import { z } from 'zod';
import { checkFields } from './check-fields.ts';
import { frameSchema } from './frame.ts';
import { rejectRepeatedIndexes } from './frame-indexes.ts';
import { landmarksSchema } from './landmarks.ts';
import { optionalField } from './optional-field.ts';

/** A frame of an upload; landmarks are needed for live-check only. */
export const uploadFrameSchema = frameSchema.extend({ landmarks: landmarksSchema.optional() });

/** A frame of an upload. */
export type UploadFrame = z.infer<typeof uploadFrameSchema>;

/** The body of `POST /api/v2/upload`, as JSON with `frames` or as a form with `video`; the route requires one. */
export const uploadBody = z.object({
  ...checkFields,
  frames: optionalField(z.array(uploadFrameSchema).min(1).superRefine(rejectRepeatedIndexes)).describe(
    'A batch of frames; an index that was uploaded before is skipped. Required in a JSON body.',
  ),
  video: z
    .unknown()
    .optional()
    .meta({ type: 'string', format: 'binary' })
    .describe('A video file. Required in a form, where `warnings` and `metadata` are JSON texts.'),
});

/** The body of `POST /api/v2/upload`. */
export type UploadBody = z.infer<typeof uploadBody>;

/** The `data` of `POST /api/v2/upload`. */
export const uploadSchema = z.object({
  session_id: z.string().describe('The session id of the request, as it was sent.'),
  frames_received: z.int().min(0).describe('Different frames of the session that arrived so far.'),
  frames_required: z.int().min(1).describe('Frames the model needs.'),
  is_complete: z.boolean().describe('Whether the session can be checked now.'),
  ttl_seconds: z.int().min(0).describe('Seconds until the buffered frames are dropped.'),
  stored_durable: z.boolean().describe('Whether the frames survive a restart of the service.'),
});

/** What an upload answers. */
export type Upload = z.infer<typeof uploadSchema>;

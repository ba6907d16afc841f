import { z } from 'zod';

/**
 * A captured frame as clients send it. `pixels` is checked for length only: a pattern over megabytes of
 * base64 costs more than decoding it, and the decoder rejects what is not an image. Size limits are
 * configured, so the route checks them (413). Client-side `landmarks` and other fields are ignored here.
 */
export const frameSchema = z.object({
  index: z.int().min(0).describe('Place of the frame in the sequence, from 0.'),
  timestamp_ms: z.number().describe('Capture time in milliseconds, from any fixed origin.'),
  pixels: z
    .string()
    .min(1)
    .describe('The image (PNG, JPEG or WebP) in base64, with or without a `data:` prefix. PNG recommended.'),
});

/** A captured frame as clients send it. */
export type Frame = z.infer<typeof frameSchema>;

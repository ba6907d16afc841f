import { z } from 'zod';

/** What a capture client noticed about its material: a text, or an object of its own. */
export const captureWarningSchema = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** What a capture client noticed about its material. */
export type CaptureWarning = z.infer<typeof captureWarningSchema>;

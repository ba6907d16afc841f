import type { z } from 'zod';
import { fastCheckBody } from './fast-check.ts';

/** The body of `POST /api/v1/verify`: that of fast-check, with the model fixed. */
export const verifyBody = fastCheckBody.omit({ model: true, frame_count: true });

/** The body of `POST /api/v1/verify`. */
export type VerifyBody = z.infer<typeof verifyBody>;

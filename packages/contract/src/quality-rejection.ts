import { z } from 'zod';

/** Why a frame cannot be judged, in the order in which reasons are named. */
export const REJECTION_REASONS = [
  'no-face',
  'multiple-faces',
  'face-too-far',
  'face-too-close',
  'face-cut-off',
  'too-blurry',
  'too-dark',
  'too-bright',
  'backlit',
  'face-not-centered',
  'angle-yaw',
  'angle-pitch',
  'angle-roll',
] as const;

/** Why a frame cannot be judged. */
export const rejectionReasonSchema = z.enum(REJECTION_REASONS);

/** Why a frame cannot be judged. */
export type RejectionReason = z.infer<typeof rejectionReasonSchema>;

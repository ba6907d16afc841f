import { z } from 'zod';

/** Why a frame cannot be judged; one vocabulary for the liveness service and the meeting bot. */
export const REJECTION_REASONS = [
  'too-blurry',
  'too-dark',
  'too-bright',
  'no-face',
  'multiple-faces',
  'face-too-far',
  'face-too-close',
  'face-cut-off',
  'face-not-centered',
  'backlit',
  'angle-yaw',
  'angle-pitch',
  'angle-roll',
] as const;

/** Why a frame cannot be judged. */
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Why a frame cannot be judged. */
export const rejectionReasonSchema = z.enum(REJECTION_REASONS);

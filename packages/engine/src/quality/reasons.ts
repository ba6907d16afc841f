/** Why a frame cannot be judged; the public vocabulary, most fundamental first. */
export const QUALITY_REASONS = [
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

export type QualityReason = (typeof QUALITY_REASONS)[number];

import { createHash } from 'node:crypto';
import type { Model } from './models.ts';

/**
 * SHA-256 in hex of everything in a model that a score depends on. Labels, credits and measured figures do not count:
 * what was measured on scores holds until this changes.
 */
export function modelFingerprint({ manifest, coefficients, sequence, objector }: Model): string {
  const { framesRequired, framesScored, needs, calibration, objector: rule } = manifest;
  const parts = [
    { framesRequired, framesScored, needs, calibration, rule },
    coefficients,
    sequence ?? null,
    objector ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

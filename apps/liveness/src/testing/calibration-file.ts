import { moveScore, type TenantCalibration } from '@vivant/engine/fusion/tenant-calibration';

/** What calibrating a model on forty captures of eight people may write, with the given differences. */
export function calibrationOf(
  model: string,
  difference: Pick<TenantCalibration, 'modelFingerprint' | 'offset'> & Partial<TenantCalibration>,
): TenantCalibration {
  return {
    formatVersion: 1,
    createdAt: '2026-11-20T09:00:00.000Z',
    model,
    coefficientsVersion: 'test',
    dataset: { name: 'office', version: '1' },
    operatingThreshold: 0.65,
    threshold: moveScore(0.65, -difference.offset),
    evidence: {
      captures: 40,
      environments: 2,
      subjects: 8,
      medianScore: 0.7,
      referenceMedianScore: 0.9,
      bpcerBefore: 0.4,
      bpcerAfter: 0.1,
      apcerBefore: 0.04,
      apcerAfter: 0.06,
      offsetWanted: 1,
      limitedBy: ['few-captures'],
    },
    notAcquired: 0,
    ...difference,
  };
}

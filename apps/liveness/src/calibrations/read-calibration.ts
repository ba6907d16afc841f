import { readFile } from 'node:fs/promises';
import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import {
  CAPTURES_MIN,
  moveScore,
  OFFSET_MAX,
  offsetLimit,
  SUBJECTS_MIN,
  type TenantCalibration,
  tenantCalibration,
} from '@vivant/engine/fusion/tenant-calibration';
import { modelFingerprint } from '@vivant/engine/model-fingerprint';
import type { Model } from '@vivant/engine/models';
import { z } from 'zod';

/** A file must not be applied; the message says why. */
export class UnusableCalibrationError extends Error {
  override readonly name = 'UnusableCalibrationError';
}

/** Offset and threshold say the same; files hold more digits than this. */
const AGREEMENT = 1e-4;

/**
 * Reads what `npm run calibrate` wrote and holds it against the guard rails, whoever edited it since.
 * @throws UnusableCalibrationError
 */
export async function readCalibration(path: string, models: readonly Model[]): Promise<TenantCalibration> {
  const calibration = parse(await readText(path));
  const { model: id, offset, threshold, evidence } = calibration;
  const model = models.find(({ manifest }) => manifest.id === id);
  if (!model) throw new UnusableCalibrationError(`there is no model ${id}`);
  if (modelFingerprint(model) !== calibration.modelFingerprint) {
    throw new UnusableCalibrationError(`it was measured on other coefficients of ${id}; calibrate anew`);
  }
  const { sensitivity } = model.manifest;
  if (!sensitivity)
    throw new UnusableCalibrationError(`${id} was never measured, so no offset can be bounded`);
  if (Math.abs(offset) > OFFSET_MAX || offset > offsetLimit(sensitivity)) {
    const limits = `-${OFFSET_MAX} and ${offsetLimit(sensitivity)}`;
    throw new UnusableCalibrationError(`the offset ${offset} is not between ${limits}, the limits of ${id}`);
  }
  if (Math.abs(moveScore(OPERATING_THRESHOLD, -offset) - threshold) > AGREEMENT) {
    throw new UnusableCalibrationError('its offset and its threshold contradict each other');
  }
  if (evidence.captures < CAPTURES_MIN || evidence.subjects < SUBJECTS_MIN) {
    throw new UnusableCalibrationError(
      `it rests on fewer than ${CAPTURES_MIN} captures of ${SUBJECTS_MIN} people`,
    );
  }
  return calibration;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UnusableCalibrationError('it cannot be read', { cause });
  }
}

function parse(text: string): TenantCalibration {
  try {
    return tenantCalibration.parse(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is no JSON';
    throw new UnusableCalibrationError(why, { cause });
  }
}

import type { Engine } from '@vivant/engine/check';
import { OPERATING_THRESHOLD } from '@vivant/engine/fusion/calibrate';
import type { TenantCalibration } from '@vivant/engine/fusion/tenant-calibration';
import { modelFingerprint } from '@vivant/engine/model-fingerprint';
import type { Model } from '@vivant/engine/models';
import { planWindows } from '../dataset/captures.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { readAttempts } from '../dataset/read-attempts.ts';
import { judgeAttempts } from '../judge.ts';
import type { MeasuringTools } from '../measure-series.ts';
import { fitOffset } from './fit-offset.ts';

/** What the calibration works with. */
export interface CalibrationTools extends MeasuringTools {
  readonly createEngine: (models: readonly Model[], workers: number) => Promise<Engine>;
  readonly today: () => Date;
}

/** The model cannot be calibrated; the message says why. */
export class NotCalibratableError extends Error {
  override readonly name = 'NotCalibratableError';
}

/**
 * Judges the genuine captures of a data set and fits the tenant's offset. Attacks in it are left alone: a tenant has few,
 * and of the kinds that it knows of.
 * @throws NotCalibratableError, TooFewCapturesError
 */
export async function calibrateTenant(
  dataset: Dataset,
  model: Model,
  tools: CalibrationTools,
): Promise<TenantCalibration> {
  const { id, framesRequired, sensitivity } = model.manifest;
  if (!sensitivity) throw new NotCalibratableError(`${id} was never measured, so no offset can be bounded`);
  const { captures } = planWindows(
    dataset.rows.filter(({ bonaFide }) => bonaFide),
    framesRequired,
  );
  const engine = await tools.createEngine([model], tools.workers);
  try {
    await engine.start();
    let done = 0;
    const attempts = readAttempts(captures, {
      dir: dataset.dir,
      framesPerAttempt: framesRequired,
      readVideo: tools.readVideo,
      onCaptureRead: () => tools.onProgress({ modelId: id, done: ++done, total: captures.length }),
    });
    const { workers, signal, now } = tools;
    const results = await judgeAttempts(attempts, { engine, modelId: id, inFlight: workers, signal, now });
    const judged = results.filter((result) => result.acquired);
    return {
      formatVersion: 1,
      createdAt: tools.today().toISOString(),
      model: id,
      modelFingerprint: modelFingerprint(model),
      coefficientsVersion: model.coefficients.version,
      dataset: { name: dataset.name, version: dataset.version },
      operatingThreshold: OPERATING_THRESHOLD,
      ...fitOffset(judged, sensitivity),
      notAcquired: results.length - judged.length,
    };
  } finally {
    await engine.stop();
  }
}

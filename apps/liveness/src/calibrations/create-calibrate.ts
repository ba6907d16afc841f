import type { Database } from '@vivant/service-kit/database';
import type { Logger } from '@vivant/service-kit/logger';
import { applyOffset, type Scored } from './calibrated.ts';
import { findOffset } from './calibration-store.ts';

/** Applies the calibration an organization has for a model, if it has one for its present coefficients. */
export type Calibrate = (
  of: { readonly organizationId: string; readonly model: string },
  scored: Scored,
) => Promise<Scored>;

/** What calibrating needs. */
export interface CalibrateSources {
  readonly database: Database;
  readonly logger: Logger;
  /** Of each model; a calibration of another fingerprint is left out. */
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** Builds it. The database is asked at every check: a calibration holds on all replicas as soon as it is stored. */
export function createCalibrate({ database, logger, fingerprints }: CalibrateSources): Calibrate {
  /** Told of once a process, not once a check. */
  const told = new Set<string>();
  return async ({ organizationId, model }, scored) => {
    const found = await findOffset(database.db, { organizationId, model });
    if (!found) return scored;
    const { offset, modelFingerprint } = found;
    if (modelFingerprint === fingerprints.get(model)) return applyOffset(scored, offset);
    const what = `${organizationId} ${model} ${modelFingerprint}`;
    if (!told.has(what)) {
      told.add(what);
      logger.warn({ organizationId, model }, 'a calibration of other coefficients is left out');
    }
    const calibration = { state: 'outdated' as const, offset: 0 };
    return { ...scored, diagnostics: { ...scored.diagnostics, calibration } };
  };
}

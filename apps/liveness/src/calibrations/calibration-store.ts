import type { SqlDatabase } from '@vivant/service-kit/database';
import { and, eq } from 'drizzle-orm';
import { type CalibrationRecord, calibrations } from './calibrations-table.ts';

type CalibrationRef = Pick<CalibrationRecord, 'organizationId' | 'model'>;

/** Stores a calibration in place of the one before; checks that come later are judged by it. */
export async function putCalibration(db: SqlDatabase, record: CalibrationRecord): Promise<void> {
  const target = [calibrations.organizationId, calibrations.model];
  await db.insert(calibrations).values(record).onConflictDoUpdate({ target, set: record });
}

/** Returns false when there was none. */
export async function removeCalibration(db: SqlDatabase, of: CalibrationRef): Promise<boolean> {
  const removed = await db.delete(calibrations).where(isOf(of)).returning({ model: calibrations.model });
  return removed.length > 0;
}

/** The calibrations of an organization, by model. */
export async function listCalibrations(
  db: SqlDatabase,
  organizationId: string,
): Promise<CalibrationRecord[]> {
  const own = eq(calibrations.organizationId, organizationId);
  return db.select().from(calibrations).where(own).orderBy(calibrations.model);
}

/** What a score is moved by, and for which coefficients; undefined when nobody calibrated. */
export async function findOffset(
  db: SqlDatabase,
  of: CalibrationRef,
): Promise<Pick<CalibrationRecord, 'offset' | 'modelFingerprint'> | undefined> {
  const { offset, modelFingerprint } = calibrations;
  const [found] = await db.select({ offset, modelFingerprint }).from(calibrations).where(isOf(of));
  return found;
}

function isOf({ organizationId, model }: CalibrationRef) {
  return and(eq(calibrations.organizationId, organizationId), eq(calibrations.model, model));
}

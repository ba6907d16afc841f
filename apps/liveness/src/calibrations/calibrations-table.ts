import type { TenantCalibration } from '@vivant/engine/fusion/tenant-calibration';
import { doublePrecision, json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';

/** Offsets that organizations measured on their own captures, one a model. */
export const calibrations = pgTable(
  'calibrations',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    model: text().notNull(),
    modelFingerprint: text('model_fingerprint').notNull(),
    /** Log-odds. */
    offset: doublePrecision('score_offset').notNull(),
    measured: json().$type<TenantCalibration>().notNull(),
    setAt: timestamp('set_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.model] })],
);

/** A stored calibration. */
export type CalibrationRecord = typeof calibrations.$inferSelect;

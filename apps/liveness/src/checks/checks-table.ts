import type { CaptureWarning } from '@vivant/contract/capture-warning';
import { VERDICTS } from '@vivant/contract/risk-band';
import { INPUT_SOURCES } from '@vivant/contract/verification-result';
import { boolean, doublePrecision, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { CheckDiagnostics } from '../calibrations/calibrated.ts';
import { apiKeys } from '../keys/keys-table.ts';
import { organizations } from '../organizations/organizations-table.ts';

/** Finished checks: the verdicts that sessions answer again, and what history and usage read. */
export const checks = pgTable('checks', {
  id: uuid().primaryKey(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  keyId: uuid('key_id')
    .notNull()
    .references(() => apiKeys.id),
  sessionId: uuid('session_id').notNull(),
  model: text().notNull(),
  inputSource: text('input_source', { enum: INPUT_SOURCES }).notNull(),
  source: text({ enum: ['media', 'live'] }).notNull(),
  verdict: text({ enum: VERDICTS }).notNull(),
  realScore: doublePrecision('real_score').notNull(),
  framesProcessed: integer('frames_processed').notNull(),
  processingMs: integer('processing_ms').notNull(),
  /** What the caller of a crops check said about its background. */
  bgSegmentation: boolean('bg_segmentation'),
  /** Why the result deserves care. */
  warning: text(),
  warnings: json().$type<CaptureWarning[]>(),
  metadata: json().$type<Record<string, unknown>>(),
  diagnostics: json().$type<CheckDiagnostics>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** A finished check as it is stored. */
export type CheckRecord = typeof checks.$inferSelect;

import { VERDICTS } from '@vivant/contract/risk-band';
import { USAGE_ENDPOINTS } from '@vivant/contract/usage';
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { checks } from '../checks/checks-table.ts';
import { apiKeys } from '../keys/keys-table.ts';
import { organizations } from '../organizations/organizations-table.ts';

/** Charged checks, for analytics; written with the charge. */
export const usageEntries = pgTable('usage_entries', {
  checkId: uuid('check_id')
    .primaryKey()
    .references(() => checks.id),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  keyId: uuid('key_id')
    .notNull()
    .references(() => apiKeys.id),
  endpoint: text({ enum: USAGE_ENDPOINTS }).notNull(),
  model: text().notNull(),
  verdict: text({ enum: VERDICTS }).notNull(),
  framesProcessed: integer('frames_processed').notNull(),
  processingMs: integer('processing_ms').notNull(),
  credits: integer().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

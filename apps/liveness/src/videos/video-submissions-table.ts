import { SUBMISSION_STATUSES } from '@vivant/contract/video-submission';
import { integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { checks } from '../checks/checks-table.ts';
import { apiKeys } from '../keys/keys-table.ts';
import { organizations } from '../organizations/organizations-table.ts';

/** Videos to be judged, and what became of them. */
export const videoSubmissions = pgTable('video_submissions', {
  id: uuid().primaryKey(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  keyId: uuid('key_id')
    .notNull()
    .references(() => apiKeys.id),
  model: text().notNull(),
  status: text({ enum: SUBMISSION_STATUSES }).notNull().default('pending'),
  /** How often a worker has begun; only the latest attempt may store its outcome. */
  attempt: integer().notNull().default(0),
  /** Where the caller keeps the video, until it is judged: such addresses carry credentials. Null: it was uploaded. */
  videoUrl: text('video_url'),
  metadata: json().$type<Record<string, unknown>>(),
  /** The finished check that was charged. */
  checkId: uuid('check_id')
    .unique()
    .references(() => checks.id),
  error: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  completedAt: timestamp('completed_at', { withTimezone: true }),
});

/** A submission as it is stored. */
export type SubmissionRecord = typeof videoSubmissions.$inferSelect;

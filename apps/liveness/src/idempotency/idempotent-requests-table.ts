import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';

/** POST requests with an Idempotency-Key. */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    requestSha256: text('request_sha256').notNull(),
    bodySha256: text('body_sha256').notNull(),
    /** Who works on the answer; the lease is by the database's time. */
    owner: uuid().notNull(),
    leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }).notNull(),
    /** Null while the request is in flight. */
    sealedAnswer: text('sealed_answer'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requestSha256] })],
);

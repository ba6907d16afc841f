import { bigint, json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { apiKeys } from '../keys/keys-table.ts';
import { organizations } from '../organizations/organizations-table.ts';

const organizationId = () =>
  uuid('organization_id')
    .notNull()
    .references(() => organizations.id);
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull();

/** Sessions that an organization's server opened for a browser. */
export const verificationSessions = pgTable(
  'verification_sessions',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    /** Whose scopes the session's token has, and with whose end it ends. */
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id),
    model: text().notNull(),
    metadata: json().$type<Record<string, unknown>>(),
    createdAt: moment('created_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/** A session as it was opened. */
export type VerificationSession = typeof verificationSessions.$inferSelect;

/** What happened in a session, oldest first by id. */
export const sessionAuditEvents = pgTable('session_audit_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: organizationId(),
  sessionId: uuid('session_id').notNull(),
  event: text().notNull(),
  detail: json().$type<unknown>(),
  at: moment('at'),
  recordedAt: moment('recorded_at'),
});

/** The clock of the device that captures, and ours at the same moment. */
export const sessionClientTimes = pgTable(
  'session_client_times',
  {
    organizationId: organizationId(),
    sessionId: uuid('session_id').notNull(),
    clientTimeMs: bigint('client_time_ms', { mode: 'number' }).notNull(),
    serverTime: moment('server_time'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sessionId] })],
);

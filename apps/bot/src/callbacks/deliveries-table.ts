import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { botSessions } from '../sessions/sessions-table.ts';

/** Events on their way to the `callbackUrl` of their session. */
export const botDeliveries = pgTable('bot_deliveries', {
  /** The `webhook-id` too. */
  id: uuid().primaryKey(),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => botSessions.id, { onDelete: 'cascade' }),
  /** The body to be posted. */
  payload: text().notNull(),
  status: text({ enum: ['pending', 'delivered', 'failed'] })
    .notNull()
    .default('pending'),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
  responseStatus: integer('response_status'),
  error: text(),
  lastAttemptAt: timestamp('last_attempt_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  claimedBy: uuid('claimed_by'),
  claimedUntil: timestamp('claimed_until', { withTimezone: true }),
});

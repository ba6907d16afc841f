import type { EventKind } from '@vivant/contract/webhook-event';
import { DELIVERY_STATES } from '@vivant/contract/webhooks';
import type { SealedSecret } from '@vivant/service-kit/signing-secrets';
import { boolean, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';

/** Addresses that organizations want events posted to. */
export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  url: text().notNull(),
  /** Empty: every kind. */
  events: text().array().$type<EventKind[]>().notNull().default([]),
  description: text(),
  enabled: boolean().notNull().default(true),
  disabledReason: text('disabled_reason', { enum: ['request', 'gone'] }),
  /** The newest first. */
  secrets: json().$type<SealedSecret[]>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** The outbox: events that some webhook wants. */
export const webhookEvents = pgTable('webhook_events', {
  id: uuid().primaryKey(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  kind: text().$type<EventKind>().notNull(),
  sessionId: text('session_id'),
  /** The body to be posted. */
  payload: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** Events on their way to webhooks. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid().primaryKey().defaultRandom(),
  webhookId: uuid('webhook_id')
    .notNull()
    .references(() => webhooks.id, { onDelete: 'cascade' }),
  eventId: uuid('event_id')
    .notNull()
    .references(() => webhookEvents.id, { onDelete: 'cascade' }),
  status: text({ enum: DELIVERY_STATES }).notNull().default('pending'),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
  responseStatus: integer('response_status'),
  error: text(),
  lastAttemptAt: timestamp('last_attempt_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  claimedBy: uuid('claimed_by'),
  claimedUntil: timestamp('claimed_until', { withTimezone: true }),
});

/** A webhook as it is stored. */
export type WebhookRecord = typeof webhooks.$inferSelect;

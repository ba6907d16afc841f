import type { ParticipantVerdict } from '@vivant/contract/bot-event';
import type { SessionParticipant } from '@vivant/contract/bot-session';
import type { SealedSecret } from '@vivant/service-kit/signing-secrets';
import { boolean, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Sessions of bots, running and ended. */
export const botSessions = pgTable('bot_sessions', {
  id: uuid().primaryKey(),
  /** The platform's number of the organization. */
  organizationId: integer('organization_id').notNull(),
  provider: text().notNull(),
  /** Null until the provider has sent a bot. */
  botId: text('bot_id'),
  status: text().notNull(),
  statusReason: text('status_reason'),
  meetingUrl: text('meeting_url').notNull(),
  meetingSource: text('meeting_source').notNull(),
  meetingName: text('meeting_name'),
  model: text().notNull(),
  faceGate: boolean('face_gate').notNull(),
  bgSegmentation: boolean('bg_segmentation').notNull(),
  participants: json().$type<SessionParticipant[]>().notNull().default([]),
  results: json().$type<ParticipantVerdict[]>().notNull().default([]),
  lastEventId: integer('last_event_id').notNull().default(0),
  callbackUrl: text('callback_url'),
  callbackSecrets: json('callback_secrets').$type<SealedSecret[]>(),
  requestKey: text('request_key'),
  requestSha256: text('request_sha256'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  owner: uuid().notNull(),
  leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }).notNull(),
  mustDismiss: boolean('must_dismiss').notNull().default(false),
});

/** A session as it is stored. */
export type SessionRecord = typeof botSessions.$inferSelect;

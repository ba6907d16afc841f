import type { CaptureWarning } from '@vivant/contract/capture-warning';
import {
  bigint,
  boolean,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CaptureDetails } from './frame-buffer.ts';

/** Uploads that wait to be judged. */
export const uploadSessions = pgTable(
  'upload_sessions',
  {
    organizationId: uuid('organization_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    modelId: text('model').notNull(),
    framesRequired: integer('frames_required').notNull(),
    framesReceived: integer('frames_received').notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    warnings: json().$type<readonly CaptureWarning[]>().notNull(),
    details: json().$type<CaptureDetails>().notNull(),
    isFinished: boolean('is_finished').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sessionId] })],
);

/** Where a frame is in its object, in bytes. */
export interface PackedFrame {
  readonly index: number;
  readonly offset: number;
  readonly length: number;
}

/** The objects that hold the frames of uploads. */
export const uploadParts = pgTable('upload_parts', {
  objectKey: text('object_key').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  frames: json().$type<readonly PackedFrame[]>().notNull(),
});

/** An upload as it is stored. */
export type UploadRecord = typeof uploadSessions.$inferSelect;

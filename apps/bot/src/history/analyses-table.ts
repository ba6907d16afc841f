import { doublePrecision, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { botSessions } from '../sessions/sessions-table.ts';

/** Analyses of participants that ended, with a verdict or without. */
export const botAnalyses = pgTable('bot_analyses', {
  id: uuid().primaryKey(),
  organizationId: integer('organization_id').notNull(),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => botSessions.id, { onDelete: 'cascade' }),
  participantId: text('participant_id').notNull(),
  participantName: text('participant_name').notNull(),
  meetingName: text('meeting_name'),
  meetingSource: text('meeting_source').notNull(),
  model: text().notNull(),
  verdict: text({ enum: ['live', 'fake'] }),
  score: doublePrecision(),
  confidence: doublePrecision(),
  realScore: doublePrecision('real_score'),
  framesProcessed: integer('frames_processed'),
  processingMs: integer('processing_ms'),
  status: text({ enum: ['completed', 'failed'] }).notNull(),
  error: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** People who sign in with a browser. */
export const botUsers = pgTable('bot_users', {
  id: uuid().primaryKey(),
  /** In lower case. */
  email: text().notNull().unique(),
  name: text().notNull(),
  organizationId: integer('organization_id').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** Browsers that are signed in. */
export const botSignIns = pgTable('bot_sign_ins', {
  tokenSha256: text('token_sha256').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => botUsers.id, { onDelete: 'cascade' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});

import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What organizations have set. */
export const botSettings = pgTable('bot_settings', {
  organizationId: integer('organization_id').primaryKey(),
  sealedApiKey: text('sealed_api_key').notNull(),
  apiKeyLast4: text('api_key_last4').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

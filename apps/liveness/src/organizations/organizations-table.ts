import { integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Whether an organization may have checks done; suspension is for a payment issue. */
export const ORGANIZATION_STATUSES = ['active', 'suspended'] as const;

export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];

/** Customers: the owners of keys, sessions and credits. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey(),
  slug: text().notNull().unique(),
  status: text({ enum: ORGANIZATION_STATUSES }).notNull().default('active'),
  creditBalance: integer('credit_balance').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** The id that the meeting bot's clients see. */
  number: integer().notNull().generatedAlwaysAsIdentity(),
  name: text(),
  plan: text().notNull().default('standard'),
  botDisplayName: text('bot_display_name'),
  logoUrl: text('logo_url'),
  primaryColor: text('primary_color'),
  /** JSON Schema of the tenant's metadata; null when any object will do. */
  metadataSchema: json('metadata_schema').$type<Record<string, unknown>>(),
});

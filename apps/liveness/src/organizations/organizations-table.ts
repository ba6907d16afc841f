import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
});

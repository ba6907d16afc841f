import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { checks } from '../checks/checks-table.ts';
import { organizations } from '../organizations/organizations-table.ts';

/** The ledger: every movement of an organization's balance, oldest first by id. */
export const creditEntries = pgTable('credit_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  /** Credits given (positive) or taken (negative). */
  amount: integer().notNull(),
  balanceAfter: integer('balance_after').notNull(),
  reason: text({ enum: ['grant', 'check'] }).notNull(),
  /** The check paid for; unique, so that no check is paid twice. */
  checkId: uuid('check_id')
    .unique()
    .references(() => checks.id),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

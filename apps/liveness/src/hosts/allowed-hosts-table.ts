import { pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';

/** Browser origins that an organization lets use its verification tokens. */
export const allowedHosts = pgTable(
  'allowed_hosts',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    origin: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [unique().on(table.organizationId, table.origin)],
);

/** An origin as it is stored. */
export type HostRecord = typeof allowedHosts.$inferSelect;

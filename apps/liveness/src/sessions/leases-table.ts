import { pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';

/** Who is judging a session right now; the times are the database's own. */
export const sessionLeases = pgTable(
  'session_leases',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    sessionId: uuid('session_id').notNull(),
    owner: uuid().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sessionId] })],
);

import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Objects about to be written, or to be removed: those that no other row owns. */
export const unownedObjects = pgTable('unowned_objects', {
  key: text().primaryKey(),
  removeAfter: timestamp('remove_after', { withTimezone: true }).notNull(),
  /** From then on nobody can own it. */
  isRemoving: boolean('is_removing').notNull().default(false),
});

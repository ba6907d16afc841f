import { KEY_KINDS } from '@vivant/contract/key-kinds';
import type { Scope } from '@vivant/contract/scopes';
import { type AnyPgColumn, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';

/** API keys; the secret itself is nowhere, only its SHA-256. */
export const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  name: text().notNull(),
  kind: text({ enum: KEY_KINDS }).notNull(),
  secretSha256: text('secret_sha256').notNull().unique(),
  /** Empty: full access. */
  scopes: text().array().$type<Scope[]>().notNull().default([]),
  /** The API key on whose behalf a bot key acts. */
  linkedKeyId: uuid('linked_key_id').references((): AnyPgColumn => apiKeys.id),
  /** The secret's last letters, for people; null for keys older than the column. */
  last4: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
});

/** A key as it is stored. */
export type KeyRecord = typeof apiKeys.$inferSelect;

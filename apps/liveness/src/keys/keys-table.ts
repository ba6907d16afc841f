import type { Scope } from '@vivant/contract/scopes';
import { type AnyPgColumn, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organizations/organizations-table.ts';
import { KEY_KINDS } from './key-format.ts';

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
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
});

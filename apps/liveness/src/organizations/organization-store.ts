import type { SqlDatabase } from '@vivant/service-kit/database';
import { organizations } from './organizations-table.ts';

/** Creates an active organization without credits; returns false when the slug is taken. */
export async function insertOrganization(
  transaction: SqlDatabase,
  organization: { id: string; slug: string; createdAt: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insert(organizations)
    .values(organization)
    .onConflictDoNothing({ target: organizations.slug })
    .returning({ id: organizations.id });
  return inserted.length > 0;
}

/** Whether any organization exists. */
export async function hasOrganizations(transaction: SqlDatabase): Promise<boolean> {
  const found = await transaction.select({ id: organizations.id }).from(organizations).limit(1);
  return found.length > 0;
}

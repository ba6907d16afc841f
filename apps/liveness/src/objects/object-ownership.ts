import { ApiError } from '@vivant/service-kit/api-error';
import type { SqlDatabase } from '@vivant/service-kit/database';
import { and, eq } from 'drizzle-orm';
import { unownedObjects } from './unowned-objects-table.ts';

/** Longer than the slowest sender takes for the largest video: 200 MiB at 100 kbit/s are 4.7 hours. */
const ANNOUNCED_MS = 6 * 60 * 60 * 1000;

/** Notes that an object is about to be written; what is not owned within six hours is removed. */
export async function announceObject(db: SqlDatabase, key: string, now: Date): Promise<void> {
  await db
    .insert(unownedObjects)
    .values({ key, removeAfter: new Date(now.getTime() + ANNOUNCED_MS) })
    .onConflictDoNothing();
}

/**
 * Makes an announced object belong to what the transaction stores.
 * @throws ApiError `service_unavailable` when it was written for so long that it is being removed
 */
export async function ownObject(transaction: SqlDatabase, key: string): Promise<void> {
  const owned = await transaction
    .delete(unownedObjects)
    .where(and(eq(unownedObjects.key, key), eq(unownedObjects.isRemoving, false)))
    .returning({ key: unownedObjects.key });
  if (owned.length > 0) return;
  throw new ApiError('service_unavailable', 'The upload took too long to be kept; send it again.');
}

/** Gives objects up with what the transaction removes or decides. */
export async function disownObjects(
  transaction: SqlDatabase,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  await transaction
    .insert(unownedObjects)
    .values(keys.map((key) => ({ key, removeAfter: now, isRemoving: true })))
    .onConflictDoNothing();
}

import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { Logger } from '@vivant/service-kit/logger';
import { eq, inArray, lte, type SQL } from 'drizzle-orm';
import type { ObjectStore } from './object-store.ts';
import { unownedObjects } from './unowned-objects-table.ts';

/** Removes objects that nobody owns. */
export interface ObjectRemoval {
  /** Removes those of these that nobody owns; what fails is logged and left to the sweep. */
  remove(keys: readonly string[]): Promise<void>;
  /** Removes what nobody came to own, and what earlier removals left. */
  sweep(): Promise<void>;
}

/** What removing needs. */
export interface ObjectRemovalOptions {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Objects removed in one sweep; the next one follows within minutes. */
const SWEPT_MAX = 500;

/** Builds the removal. The note of an object goes after the object: whoever dies in between is followed by the sweep. */
export function createObjectRemoval({
  database,
  objects,
  clock,
  logger,
}: ObjectRemovalOptions): ObjectRemoval {
  const { db } = database;

  async function removeMarked(which: SQL): Promise<void> {
    const marked = await db
      .update(unownedObjects)
      .set({ isRemoving: true, removeAfter: clock.now() })
      .where(which)
      .returning({ key: unownedObjects.key });
    for (const { key } of marked) {
      await objects.delete(key);
      await db.delete(unownedObjects).where(eq(unownedObjects.key, key));
    }
  }

  return {
    async remove(keys) {
      if (keys.length === 0) return;
      try {
        await removeMarked(inArray(unownedObjects.key, [...keys]));
      } catch (error) {
        logger.warn({ err: error }, 'an object could not be removed yet');
      }
    },
    async sweep() {
      const due = db
        .select({ key: unownedObjects.key })
        .from(unownedObjects)
        .where(lte(unownedObjects.removeAfter, clock.now()))
        .limit(SWEPT_MAX);
      await removeMarked(inArray(unownedObjects.key, due));
    },
  };
}

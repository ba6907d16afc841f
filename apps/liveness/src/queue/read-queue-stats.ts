import type { QueueStats } from '@vivant/contract/queue-stats';
import type { Database } from '@vivant/service-kit/database';
import { and, eq, gt, sql } from 'drizzle-orm';
import { sessionLeases } from '../sessions/leases-table.ts';

/** Reads what is being done for an organization, on every replica. */
export type ReadQueueStats = (organizationId: string) => Promise<QueueStats>;

/** Counts the videos of an organization that are not finished. */
export type CountVideos = (organizationId: string) => Promise<QueueStats['videos']>;

/** Builds the reading of queue figures. A live lease is a check that some replica is judging. */
export function createReadQueueStats({ db }: Database, countVideos: CountVideos): ReadQueueStats {
  return async (organizationId) => {
    const [leases] = await db
      .select({ processing: sql<number>`count(*)::int` })
      .from(sessionLeases)
      .where(and(eq(sessionLeases.organizationId, organizationId), gt(sessionLeases.expiresAt, sql`now()`)));
    return {
      checks: { processing: leases?.processing ?? 0 },
      videos: await countVideos(organizationId),
    };
  };
}

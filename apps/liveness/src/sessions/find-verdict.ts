import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { and, desc, eq, gt } from 'drizzle-orm';
import { type CheckRecord, checks } from '../checks/checks-table.ts';
import type { SessionRef } from './lease-store.ts';

/** How long a session answers its verdict again. */
export const VERDICT_TTL_MS = 24 * 60 * 60 * 1000;

/** Builds the look-up of the verdict a session reached within the last 24 hours. */
export function createFindVerdict(
  database: Database,
  clock: Clock,
): (session: SessionRef) => Promise<CheckRecord | undefined> {
  return async ({ organizationId, sessionId }) => {
    const [verdict] = await database.db
      .select()
      .from(checks)
      .where(
        and(
          eq(checks.organizationId, organizationId),
          eq(checks.sessionId, sessionId),
          gt(checks.createdAt, new Date(clock.now().getTime() - VERDICT_TTL_MS)),
        ),
      )
      .orderBy(desc(checks.createdAt))
      .limit(1);
    return verdict;
  };
}

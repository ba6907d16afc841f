import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { asc, inArray, lt } from 'drizzle-orm';
import { checks } from '../checks/checks-table.ts';
import { videoSubmissions } from './video-submissions-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Submissions forgotten in one sweep; the next one follows within minutes. */
const FORGOTTEN_MAX = 500;

/**
 * Builds the sweep of submissions that were decided long enough ago. What was charged for stays, as the ledger and the usage
 * refer to it, but without what the caller said about the video.
 *
 * @param days for good when undefined
 */
export function createSubmissionRetention(
  { db }: Database,
  clock: Clock,
  days: number | undefined,
): () => Promise<void> {
  return async () => {
    if (days === undefined) return;
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    await db.transaction(async (transaction) => {
      const over = transaction
        .select({ id: videoSubmissions.id })
        .from(videoSubmissions)
        .where(lt(videoSubmissions.completedAt, before))
        .orderBy(asc(videoSubmissions.completedAt))
        .limit(FORGOTTEN_MAX);
      const forgotten = await transaction
        .delete(videoSubmissions)
        .where(inArray(videoSubmissions.id, over))
        .returning({ checkId: videoSubmissions.checkId });
      const checkIds = forgotten.flatMap(({ checkId }) => checkId ?? []);
      await transaction.update(checks).set({ metadata: null }).where(inArray(checks.id, checkIds));
    });
  };
}

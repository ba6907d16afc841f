import type { Database } from '@vivant/service-kit/database';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { CountVideos } from '../queue/read-queue-stats.ts';
import { videoSubmissions } from './video-submissions-table.ts';

/** Builds the count of an organization's videos that are not decided. */
export function createCountVideos({ db }: Database): CountVideos {
  return async (organizationId) => {
    const rows = await db
      .select({ status: videoSubmissions.status, count: count() })
      .from(videoSubmissions)
      .where(
        and(
          eq(videoSubmissions.organizationId, organizationId),
          inArray(videoSubmissions.status, ['pending', 'processing']),
        ),
      )
      .groupBy(videoSubmissions.status);
    const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
    return { pending: countOf('pending'), processing: countOf('processing') };
  };
}

import type { Usage, UsageQuery } from '@vivant/contract/usage';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor } from './usage-cursor.ts';
import { usageRange } from './usage-range.ts';
import { usageEntries } from './usage-table.ts';

/** Reads the charged checks of an organization. */
export type ReadUsage = (organizationId: string, query: UsageQuery) => Promise<Usage>;

/** Builds the reading of usage: a page of rows, and the daily totals of the whole range. */
export function createReadUsage({ db }: Database, clock: Clock): ReadUsage {
  const day = sql<string>`to_char(${usageEntries.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;

  const readDays = (condition: SQL | undefined) =>
    db
      .select({
        date: day,
        checks: sql<number>`count(*)::int`,
        live: sql<number>`(count(*) filter (where ${usageEntries.verdict} = 'live'))::int`,
        fake: sql<number>`(count(*) filter (where ${usageEntries.verdict} = 'fake'))::int`,
        // Summed as double: an integer would overflow before the digits of a double run out.
        frames_processed: sql<number>`sum(${usageEntries.framesProcessed})::float8`,
        credits: sql<number>`sum(${usageEntries.credits})::float8`,
      })
      .from(usageEntries)
      .where(condition)
      .groupBy(day)
      .orderBy(day);

  const readRows = (condition: SQL | undefined, limit: number) =>
    db
      .select()
      .from(usageEntries)
      .where(condition)
      .orderBy(desc(usageEntries.createdAt), desc(usageEntries.checkId))
      .limit(limit);

  return async (organizationId, query) => {
    const range = usageRange(query, clock.now());
    const condition = and(
      eq(usageEntries.organizationId, organizationId),
      gte(usageEntries.createdAt, range.from),
      lt(usageEntries.createdAt, range.to),
      query.endpoint === undefined ? undefined : eq(usageEntries.endpoint, query.endpoint),
      query.model === undefined ? undefined : eq(usageEntries.model, query.model),
      query.key === undefined ? undefined : eq(usageEntries.keyId, query.key),
    );
    // One more than asked for tells whether there is a next page.
    const found = await readRows(and(condition, belowCursor(query.cursor)), query.limit + 1);
    const rows = found.slice(0, query.limit);
    const last = rows.at(-1);
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      rows: rows.map(presentRow),
      next_cursor: last && found.length > rows.length ? encodeCursor(last) : null,
      daily: await readDays(condition),
    };
  };
}

function belowCursor(text: string | undefined): SQL | undefined {
  if (text === undefined) return undefined;
  const { createdAt, checkId } = decodeCursor(text);
  const at = createdAt.toISOString();
  return sql`(${usageEntries.createdAt}, ${usageEntries.checkId}) < (${at}::timestamptz, ${checkId}::uuid)`;
}

function presentRow(row: typeof usageEntries.$inferSelect): Usage['rows'][number] {
  return {
    check_id: row.checkId,
    key_id: row.keyId,
    endpoint: row.endpoint,
    model: row.model,
    verdict: row.verdict,
    frames_processed: row.framesProcessed,
    processing_ms: row.processingMs,
    credits: row.credits,
    created_at: row.createdAt.toISOString(),
  };
}

import type { AnalysisRecord } from '@vivant/contract/analysis-record';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { and, desc, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { Analysis } from '../scans/session-runner.ts';
import type { NewSession } from '../sessions/session-store.ts';
import { botAnalyses } from './analyses-table.ts';

/** Makes the write that stores an analysis of a session; repeating it changes nothing. */
export type SaveAnalysis = (session: NewSession, analysis: Analysis, at: Date) => () => Promise<void>;

/** Builds the storing of analyses. */
export function createSaveAnalysis({ db }: Database, newId: IdGenerator): SaveAnalysis {
  return (
    { id: sessionId, organizationId, meetingName = null, meetingSource, model },
    analysis,
    createdAt,
  ) => {
    const of = { organizationId, sessionId, meetingName, meetingSource, model };
    const row = { ...analysis, ...of, id: newId(), createdAt };
    return async () => {
      await db.insert(botAnalyses).values(row).onConflictDoNothing();
    };
  };
}

/** Which analyses to list. */
export interface AnalysisFilter {
  readonly organizationId: number;
  readonly verdict: 'live' | 'fake' | undefined;
  readonly model: string | undefined;
  readonly meetingSource: string | undefined;
  /** Both ends belong to the range. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists a page of analyses, the newest first, and how many there are. */
export async function listAnalyses(
  { db }: Database,
  filter: AnalysisFilter,
): Promise<{ analyses: AnalysisRecord[]; total: number }> {
  const where = conditionOf(filter);
  const [total, rows] = await Promise.all([
    db.$count(botAnalyses, where),
    db
      .select()
      .from(botAnalyses)
      .where(where)
      .orderBy(desc(botAnalyses.createdAt), desc(botAnalyses.id))
      .limit(filter.limit)
      .offset(filter.offset),
  ]);
  return { analyses: rows.map(presentAnalysis), total };
}

function presentAnalysis(row: typeof botAnalyses.$inferSelect): AnalysisRecord {
  const { organizationId: _organizationId, createdAt, ...record } = row;
  return { ...record, createdAt: createdAt.toISOString() };
}

function conditionOf(filter: AnalysisFilter): SQL | undefined {
  const { organizationId, verdict, model, meetingSource, from, to } = filter;
  return and(
    eq(botAnalyses.organizationId, organizationId),
    verdict && eq(botAnalyses.verdict, verdict),
    model === undefined ? undefined : eq(botAnalyses.model, model),
    meetingSource === undefined ? undefined : eq(botAnalyses.meetingSource, meetingSource),
    from && gte(botAnalyses.createdAt, from),
    to && lte(botAnalyses.createdAt, to),
  );
}

import type { SqlDatabase } from '@vivant/service-kit/database';
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type CheckRecord, checks } from '../checks/checks-table.ts';
import type { SessionRef } from './lease-store.ts';
import { sessionLeases } from './leases-table.ts';
import {
  sessionAuditEvents,
  sessionClientTimes,
  type VerificationSession,
  verificationSessions,
} from './verification-sessions-table.ts';

/** A session as it was opened, if it was, and its newest check, if there is one. */
export interface KnownSession {
  readonly opened: VerificationSession | undefined;
  readonly check: CheckRecord | undefined;
}

/** Finds a session by either of the two ways it can begin; undefined when nobody heard of it. */
export async function findSession(
  executor: SqlDatabase,
  session: SessionRef,
): Promise<KnownSession | undefined> {
  const [opened] = await executor
    .select()
    .from(verificationSessions)
    .where(isSession(session, verificationSessions.organizationId, verificationSessions.id));
  const [check] = await executor
    .select()
    .from(checks)
    .where(isSession(session, checks.organizationId, checks.sessionId))
    .orderBy(desc(checks.createdAt))
    .limit(1);
  return opened || check ? { opened, check } : undefined;
}

/** Whether some replica is judging the session right now. */
export async function isBeingJudged(executor: SqlDatabase, session: SessionRef): Promise<boolean> {
  const leases = await executor
    .select({ owner: sessionLeases.owner })
    .from(sessionLeases)
    .where(
      and(
        isSession(session, sessionLeases.organizationId, sessionLeases.sessionId),
        gt(sessionLeases.expiresAt, sql`now()`),
      ),
    );
  return leases.length > 0;
}

/** The audit of a session in the order it was reported. */
export function listAuditEvents(executor: SqlDatabase, session: SessionRef) {
  return executor
    .select()
    .from(sessionAuditEvents)
    .where(isSession(session, sessionAuditEvents.organizationId, sessionAuditEvents.sessionId))
    .orderBy(asc(sessionAuditEvents.id));
}

/** How many events the audit of a session has. */
export async function countAuditEvents(executor: SqlDatabase, session: SessionRef): Promise<number> {
  const [found] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(sessionAuditEvents)
    .where(isSession(session, sessionAuditEvents.organizationId, sessionAuditEvents.sessionId));
  return found?.count ?? 0;
}

/** The clocks of a session; undefined until they were told. */
export async function findClientTime(executor: SqlDatabase, session: SessionRef) {
  const [found] = await executor
    .select()
    .from(sessionClientTimes)
    .where(isSession(session, sessionClientTimes.organizationId, sessionClientTimes.sessionId));
  return found;
}

/** Notes the clocks of a session; the newest telling counts. */
export async function saveClientTime(
  executor: SqlDatabase,
  values: typeof sessionClientTimes.$inferInsert,
): Promise<void> {
  const { clientTimeMs, serverTime } = values;
  await executor
    .insert(sessionClientTimes)
    .values(values)
    .onConflictDoUpdate({
      target: [sessionClientTimes.organizationId, sessionClientTimes.sessionId],
      set: { clientTimeMs, serverTime },
    });
}

function isSession(session: SessionRef, organizationId: PgColumn, sessionId: PgColumn): SQL | undefined {
  return and(eq(organizationId, session.organizationId), eq(sessionId, session.sessionId));
}

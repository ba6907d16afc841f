import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import { isUniqueViolation } from '@vivant/service-kit/database-errors';
import { and, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { botSessions, type SessionRecord } from './sessions-table.ts';

/** How long the process of a session may stay silent before another declares it dead. */
export const LEASE_TTL_SECONDS = 20;

const leaseExpiry = sql<Date>`now() + ${LEASE_TTL_SECONDS} * interval '1 second'`;

/**
 * Ids of the events that a session gets after its process has died begin behind this one: how many that process has told
 * is not known, and no session has so many.
 */
export const EVENT_ID_BEFORE_TAKEOVER = 100_000_000;

/** A session about to be stored. */
export type NewSession = Omit<
  typeof botSessions.$inferInsert,
  'leaseExpiresAt' | 'endedAt' | 'mustDismiss' | 'participants' | 'results'
>;

/** What a session's process tells about it. */
export type SessionProgress = Partial<
  Pick<SessionRecord, 'status' | 'statusReason' | 'participants' | 'results' | 'lastEventId' | 'endedAt'>
>;

/** Stores a session; returns false when its organization has used the idempotency key already. */
export async function insertSession({ db }: Database, session: NewSession): Promise<boolean> {
  try {
    await db.insert(botSessions).values({ ...session, leaseExpiresAt: leaseExpiry });
    return true;
  } catch (error) {
    if (session.requestKey && isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Forgets a session that did not come about. */
export async function deleteSession({ db }: Database, id: string): Promise<void> {
  await db.delete(botSessions).where(eq(botSessions.id, id));
}

/** Notes the bot of a session. */
export async function noteBot({ db }: Database, id: string, botId: string): Promise<void> {
  await db.update(botSessions).set({ botId }).where(eq(botSessions.id, id));
}

/** Stores what has become of a session, unless another process has taken it over; returns whether it was stored. */
export async function saveProgress(
  executor: SqlDatabase,
  { id, owner }: { readonly id: string; readonly owner: string },
  progress: SessionProgress,
): Promise<boolean> {
  const saved = await executor
    .update(botSessions)
    .set(progress)
    .where(and(eq(botSessions.id, id), eq(botSessions.owner, owner), isNull(botSessions.endedAt)))
    .returning({ id: botSessions.id });
  return saved.length > 0;
}

/** Finds a session, of one organization when it is given. */
export async function findSession(
  { db }: Database,
  id: string,
  organizationId?: number,
): Promise<SessionRecord | undefined> {
  const isOwn = organizationId === undefined ? undefined : eq(botSessions.organizationId, organizationId);
  const [found] = await db
    .select()
    .from(botSessions)
    .where(and(eq(botSessions.id, id), isOwn));
  return found;
}

/** Finds the session that a request with an idempotency key has made. */
export async function findSessionOfRequest(
  { db }: Database,
  organizationId: number,
  requestKey: string,
): Promise<SessionRecord | undefined> {
  const [found] = await db
    .select()
    .from(botSessions)
    .where(and(eq(botSessions.organizationId, organizationId), eq(botSessions.requestKey, requestKey)));
  return found;
}

/** Prolongs the leases of a process; returns those of its sessions that are still its own. */
export async function prolongLeases(
  { db }: Database,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const held = await db
    .update(botSessions)
    .set({ leaseExpiresAt: leaseExpiry })
    .where(and(eq(botSessions.owner, owner), inArray(botSessions.id, [...ids]), isNull(botSessions.endedAt)))
    .returning({ id: botSessions.id });
  return new Set(held.map(({ id }) => id));
}

/** Who takes sessions over, and why. */
export interface Takeover {
  readonly owner: string;
  /** Sessions that the owner runs itself. */
  readonly running: readonly string[];
  /** Whether no other process can live. */
  readonly isAlone: boolean;
  readonly at: Date;
  readonly reason: string;
}

/**
 * Takes over the sessions that nobody runs: those whose process has been silent for too long, or, when this process is
 * known to be alone, all that it does not run. They are ended at once; their bots are left to be dismissed.
 */
export async function takeOverDead(
  executor: SqlDatabase,
  { owner, running, isAlone, at, reason }: Takeover,
): Promise<SessionRecord[]> {
  const isDead = isAlone ? sql`true` : lt(botSessions.leaseExpiresAt, sql`now()`);
  return executor
    .update(botSessions)
    .set({
      status: 'fatal',
      statusReason: reason,
      endedAt: at,
      lastEventId: EVENT_ID_BEFORE_TAKEOVER + 1,

      owner,
      leaseExpiresAt: leaseExpiry,
      mustDismiss: true,
    })
    .where(and(isNull(botSessions.endedAt), notInArray(botSessions.id, [...running]), isDead))
    .returning();
}

/** Claims sessions whose bots have to be dismissed, so that one process at a time tries. */
export async function claimDismissals({ db }: Database, owner: string): Promise<SessionRecord[]> {
  return db
    .update(botSessions)
    .set({ owner, leaseExpiresAt: leaseExpiry })
    .where(
      and(
        eq(botSessions.mustDismiss, true),
        or(eq(botSessions.owner, owner), lt(botSessions.leaseExpiresAt, sql`now()`)),
      ),
    )
    .returning();
}

/** Notes that the bot of a session has left. */
export async function noteDismissed({ db }: Database, id: string): Promise<void> {
  await db.update(botSessions).set({ mustDismiss: false }).where(eq(botSessions.id, id));
}

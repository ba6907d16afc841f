import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { and, eq, lt, sql } from 'drizzle-orm';
import { sessionLeases } from './leases-table.ts';

/** A session: the same id in two organizations is two sessions. */
export interface SessionRef {
  readonly organizationId: string;
  readonly sessionId: string;
}

/** The right to judge a session, kept alive until released. */
export interface Lease extends SessionRef {
  readonly owner: string;
  /** Ends the lease; does nothing when it ended or was taken over. Never throws. */
  release(): Promise<void>;
}

/** The lease was taken over: its owner had not been heard of for too long. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Grants at most one lease a session at a time. */
export interface LeaseStore {
  /** Returns undefined while another owner lives. */
  acquire(session: SessionRef): Promise<Lease | undefined>;
}

/** How long an owner may stay silent, in milliseconds, before another takes over: a session whose process was killed is judged within 10 s. */
const LEASE_TTL_MS = 8_000;

export interface LeaseStoreOptions {
  readonly database: Database;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  readonly ttlMs?: number | undefined;
}

/** Keeps leases in the database; a heartbeat at a third of the time to live prolongs each. */
export function createLeaseStore({
  database,
  newId,
  logger,
  ttlMs = LEASE_TTL_MS,
}: LeaseStoreOptions): LeaseStore {
  const expiry = sql`now() + ${ttlMs} * interval '1 millisecond'`;

  function keepAlive(lease: SessionRef & { owner: string }): NodeJS.Timeout {
    const beat = () =>
      database.db
        .update(sessionLeases)
        .set({ expiresAt: expiry })
        .where(isHeld(lease))
        .catch((error: unknown) => logger.warn({ err: error }, 'lease heartbeat failed'));
    return setInterval(() => void beat(), ttlMs / 3).unref();
  }

  return {
    async acquire(session) {
      const claim = { ...session, owner: newId() };
      const granted = await database.db
        .insert(sessionLeases)
        .values({ ...claim, expiresAt: expiry })
        .onConflictDoUpdate({
          target: [sessionLeases.organizationId, sessionLeases.sessionId],
          set: { owner: claim.owner, expiresAt: expiry },
          setWhere: lt(sessionLeases.expiresAt, sql`now()`),
        })
        .returning({ owner: sessionLeases.owner });
      if (granted.length === 0) return undefined;
      const heartbeat = keepAlive(claim);
      return {
        ...claim,
        async release() {
          clearInterval(heartbeat);
          await database.db
            .delete(sessionLeases)
            .where(isHeld(claim))
            .catch((error: unknown) => logger.warn({ err: error }, 'lease release failed; it will expire'));
        },
      };
    },
  };
}

/**
 * Ends a lease inside the transaction that stores the work done under it, so that only its holder can store.
 * @throws LeaseLostError when another owner took over
 */
export async function consumeLease(transaction: SqlDatabase, lease: Lease): Promise<void> {
  const ended = await transaction
    .delete(sessionLeases)
    .where(isHeld(lease))
    .returning({ owner: sessionLeases.owner });
  if (ended.length === 0) throw new LeaseLostError('The session was taken over by another owner.');
}

function isHeld(lease: SessionRef & { owner: string }) {
  return and(
    eq(sessionLeases.organizationId, lease.organizationId),
    eq(sessionLeases.sessionId, lease.sessionId),
    eq(sessionLeases.owner, lease.owner),
  );
}

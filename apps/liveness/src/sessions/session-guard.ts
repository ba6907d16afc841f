import { setTimeout as delay } from 'node:timers/promises';
import { type Lease, LeaseLostError, type LeaseStore, type SessionRef } from './lease-store.ts';

/** The answer of a session, and whether it was there before this request. */
export interface Guarded<Answer> {
  readonly answer: Answer;
  readonly cached: boolean;
}

/** Lets the work for a session happen once, in this process and in all that share the database. */
export interface SessionGuard<Answer> {
  /**
   * Returns the session's stored answer, or what `run` returns when there is none. `run` stores its answer
   * in the transaction that ends the lease; when it throws, nothing is kept and the next waiter tries.
   */
  once(session: SessionRef, run: (lease: Lease) => Promise<Answer>): Promise<Guarded<Answer>>;
}

/** Between two looks at a session that another process is judging. */
const POLL_MS = 100;

/** Builds a guard over stored answers (`find`) and leases. */
export function createSessionGuard<Answer>(
  find: (session: SessionRef) => Promise<Answer | undefined>,
  leases: LeaseStore,
): SessionGuard<Answer> {
  /** What this process is working on; resolves to undefined when the work failed. Never rejects. */
  const running = new Map<string, Promise<Answer | undefined>>();

  async function runUnderLease(
    session: SessionRef,
    run: (lease: Lease) => Promise<Answer>,
  ): Promise<Guarded<Answer>> {
    for (;;) {
      const stored = await find(session);
      if (stored) return { answer: stored, cached: true };
      const lease = await leases.acquire(session);
      if (!lease) {
        await delay(POLL_MS);
        continue;
      }
      try {
        // The former owner may have stored its answer between the look and the lease.
        const late = await find(session);
        if (late) return { answer: late, cached: true };
        return { answer: await run(lease), cached: false };
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error;
      } finally {
        await lease.release();
      }
    }
  }

  return {
    async once(session, run) {
      const key = `${session.organizationId} ${session.sessionId.toLowerCase()}`;
      for (;;) {
        const leader = running.get(key);
        if (!leader) {
          const work = runUnderLease(session, run).finally(() => running.delete(key));
          running.set(
            key,
            work.then(
              ({ answer }) => answer,
              () => undefined,
            ),
          );
          return work;
        }
        const answer = await leader;
        if (answer) return { answer, cached: true };
      }
    },
  };
}

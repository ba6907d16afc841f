import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@vivant/service-kit/api-error';
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
   * in the transaction that ends the lease. When it refuses (an ApiError below 500) the next waiter tries with
   * what it brought itself; any other failure would meet the next one too, so all who wait share it.
   */
  once(session: SessionRef, run: (lease: Lease) => Promise<Answer>): Promise<Guarded<Answer>>;
}

/** How the work of this process for a session ended. */
type Ending<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Between two looks at a session that another process is judging. */
const POLL_MS = 100;

/** Builds a guard over stored answers (`find`) and leases. */
export function createSessionGuard<Answer>(
  find: (session: SessionRef) => Promise<Answer | undefined>,
  leases: LeaseStore,
): SessionGuard<Answer> {
  /** What this process is working on; never rejects. */
  const running = new Map<string, Promise<Ending<Answer>>>();

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
          running.set(key, endingOf(work));
          return work;
        }
        const ending = await leader;
        if (ending.kind === 'answered') return { answer: ending.answer, cached: true };
        if (ending.kind === 'failed') throw ending.error;
      }
    },
  };
}

async function endingOf<Answer>(work: Promise<Guarded<Answer>>): Promise<Ending<Answer>> {
  try {
    return { kind: 'answered', answer: (await work).answer };
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? { kind: 'refused' } : { kind: 'failed', error };
  }
}

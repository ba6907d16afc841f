import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { createSeal, type Seal } from '@vivant/service-kit/seal';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { idempotentRequests } from './idempotent-requests-table.ts';

/** A request that must have effect once. */
export interface RequestRef {
  readonly organizationId: string;
  /** SHA-256 of the path and the key. */
  readonly requestSha256: string;
}

/** An answer that is given again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: string;
}

/** The right to work on the answer, kept alive until it ends. */
export interface Claim {
  /** Ends the claim with an answer; does nothing when another took over. */
  store(answer: StoredAnswer): Promise<void>;
  /** Ends the claim without an answer, so that the next request begins anew. */
  release(): Promise<void>;
}

/** What is known of a request. */
export type Claimed =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'mismatch' };

/** Remembers requests and their answers, for all replicas. */
export interface IdempotencyStore {
  /**
   * Claims a request, or tells what became of it.
   * @throws BrokenSealError when the answer was stored under another encryption key
   */
  claim(request: RequestRef, bodySha256: string): Promise<Claimed>;
  /** Forgets what is older than 24 hours. */
  sweep(): Promise<void>;
}

export interface IdempotencyStoreOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  /** The secret that answers are encrypted with. */
  readonly encryptionKey: string;
  readonly leaseTtlMs?: number | undefined;
}

type ClaimOptions = IdempotencyStoreOptions & { readonly seal: Seal };

/** How long an answer is given again. */
const ANSWER_TTL_MS = 24 * 60 * 60 * 1000;

/** How long an owner may stay silent, in milliseconds, before another takes over. */
const LEASE_TTL_MS = 15_000;

/** Keeps requests in the database; a heartbeat at a third of the time to live prolongs what is in flight. */
export function createIdempotencyStore(options: IdempotencyStoreOptions): IdempotencyStore {
  const { database, clock } = options;
  const seal = createSeal(options.encryptionKey, 'idempotent answers');
  return {
    async claim(request, bodySha256) {
      for (;;) {
        const claim = await take({ ...options, seal }, request, bodySha256);
        if (claim) return { kind: 'claimed', claim };
        const [known] = await database.db.select().from(idempotentRequests).where(isRequest(request));
        // Released between the two statements.
        if (!known) continue;
        if (known.bodySha256 !== bodySha256) return { kind: 'mismatch' };
        if (known.sealedAnswer === null) return { kind: 'in-flight' };
        return { kind: 'answered', answer: JSON.parse(seal.open(known.sealedAnswer, contextOf(request))) };
      }
    },
    async sweep() {
      await database.db.delete(idempotentRequests).where(lt(idempotentRequests.expiresAt, clock.now()));
    },
  };
}

/** Takes a request that is new, forgotten, or was left by an owner that is not heard of. */
async function take(
  options: ClaimOptions,
  request: RequestRef,
  bodySha256: string,
): Promise<Claim | undefined> {
  const { database, clock, newId, leaseTtlMs = LEASE_TTL_MS } = options;
  const owner = newId();
  const fields = {
    bodySha256,
    owner,
    leaseExpiresAt: leaseExpiry(leaseTtlMs),
    expiresAt: answerExpiry(clock),
  };
  const isLeft = and(
    isNull(idempotentRequests.sealedAnswer),
    lt(idempotentRequests.leaseExpiresAt, sql`now()`),
    eq(idempotentRequests.bodySha256, bodySha256),
  );
  const taken = await database.db
    .insert(idempotentRequests)
    .values({ ...request, ...fields })
    .onConflictDoUpdate({
      target: [idempotentRequests.organizationId, idempotentRequests.requestSha256],
      set: { ...fields, sealedAnswer: null },
      setWhere: or(lt(idempotentRequests.expiresAt, clock.now()), isLeft)!,
    })
    .returning({ owner: idempotentRequests.owner });
  return taken.length > 0 ? keepClaim(options, request, owner) : undefined;
}

function keepClaim(options: ClaimOptions, request: RequestRef, owner: string): Claim {
  const { database, clock, logger, seal, leaseTtlMs = LEASE_TTL_MS } = options;
  const held = and(isRequest(request), eq(idempotentRequests.owner, owner));
  const beat = () =>
    database.db
      .update(idempotentRequests)
      .set({ leaseExpiresAt: leaseExpiry(leaseTtlMs) })
      .where(held)
      .catch((error: unknown) => logger.warn({ err: error }, 'idempotency heartbeat failed'));
  const heartbeat = setInterval(() => void beat(), leaseTtlMs / 3).unref();
  return {
    async store(answer) {
      clearInterval(heartbeat);
      const sealedAnswer = seal.seal(JSON.stringify(answer), contextOf(request));
      const expiresAt = answerExpiry(clock);
      await database.db.update(idempotentRequests).set({ sealedAnswer, expiresAt }).where(held);
    },
    async release() {
      clearInterval(heartbeat);
      await database.db.delete(idempotentRequests).where(held);
    },
  };
}

function leaseExpiry(ttlMs: number): SQL<Date> {
  return sql`now() + ${ttlMs} * interval '1 millisecond'`;
}

function answerExpiry(clock: Clock): Date {
  return new Date(clock.now().getTime() + ANSWER_TTL_MS);
}

function isRequest({ organizationId, requestSha256 }: RequestRef) {
  return and(
    eq(idempotentRequests.organizationId, organizationId),
    eq(idempotentRequests.requestSha256, requestSha256),
  );
}

/** An answer opens in the row it was sealed for only. */
function contextOf({ organizationId, requestSha256 }: RequestRef): string {
  return `${organizationId} ${requestSha256}`;
}

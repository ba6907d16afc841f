import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Which deliveries a worker wants. */
export interface DeliveryClaim {
  /** Holds deliveries with the state of their attempts and of their claims. */
  readonly table: PgTable;
  /** Says of one that is due, called `delivery`, whether it may be attempted beside those under way. */
  readonly mayStart: SQL;
  /** Who claims. */
  readonly workerId: string;
  readonly now: Date;
  readonly count: number;
}

/** How long a worker may stay silent before its deliveries are another's: four times what an attempt may take. */
const CLAIM_TTL_SECONDS = 60;

/**
 * Claims deliveries that are due, those first that are due longest, counts the attempt, and returns their ids. One
 * statement: what another worker is claiming at the moment is skipped, not waited for. Claims end by the time of the
 * database, so that workers need no common clock.
 */
export async function claimDeliveries({ db }: Database, claim: DeliveryClaim): Promise<string[]> {
  const { table, mayStart, workerId, count } = claim;
  const now = claim.now.toISOString();
  const { rows } = await db.execute<{ id: string }>(sql`
    with due as (
      select delivery.id from ${table} delivery
      where delivery.status = 'pending' and delivery.next_attempt_at <= ${now}::timestamptz
        and (delivery.claimed_until is null or delivery.claimed_until < now())
        and ${mayStart}
      order by delivery.next_attempt_at, delivery.created_at
      limit ${count}
      for update of delivery skip locked
    )
    update ${table} claimed set
      claimed_by = ${workerId}::uuid, claimed_until = now() + ${CLAIM_TTL_SECONDS} * interval '1 second',
      attempts = attempts + 1, last_attempt_at = ${now}::timestamptz
    from due where claimed.id = due.id
    returning claimed.id`);
  return rows.map(({ id }) => id);
}

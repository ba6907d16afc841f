import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { outcomeOf } from '@vivant/service-kit/delivery-outcome';
import type { DueDeliveries, DueDelivery } from '@vivant/service-kit/webhook-delivery-worker';
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { botSessions } from '../sessions/sessions-table.ts';
import { botDeliveries } from './deliveries-table.ts';

export interface CallbackDeliveriesOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Who claims. */
  readonly workerId: string;
  readonly random: () => number;
}

/** Deliveries to the callbacks of sessions. */
export interface CallbackDeliveries extends DueDeliveries {
  /** Deletes what is over since 30 days. */
  sweep(): Promise<void>;
}

/** How long a worker may stay silent before its deliveries are another's: four times what an attempt may take. */
const CLAIM_TTL_SECONDS = 60;

const DELIVERY_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/** Builds the store for one worker. */
export function createCallbackDeliveries(options: CallbackDeliveriesOptions): CallbackDeliveries {
  const { database, clock, workerId, random } = options;
  return {
    async claimDue(count) {
      const ids = await claimIds(options, count);
      return ids.length > 0 ? readDue(database, ids) : [];
    },
    async settle({ id, attempts }, attempted) {
      const outcome = outcomeOf(attempted, { attempts, now: clock.now(), random });
      await database.db
        .update(botDeliveries)
        .set({ ...outcome, claimedBy: null, claimedUntil: null })
        .where(and(eq(botDeliveries.id, id), eq(botDeliveries.claimedBy, workerId)));
    },
    async sweep() {
      const before = new Date(clock.now().getTime() - DELIVERY_TTL_MS);
      await database.db
        .delete(botDeliveries)
        .where(and(ne(botDeliveries.status, 'pending'), lt(botDeliveries.createdAt, before)));
    },
  };
}

/**
 * One statement: what another worker is claiming at the moment is skipped, not waited for. A session that is being told
 * something is left alone, so that a slow receiver does not hold up those of other sessions.
 */
async function claimIds(options: CallbackDeliveriesOptions, count: number): Promise<string[]> {
  const { database, clock, workerId } = options;
  const now = clock.now().toISOString();
  const { rows } = await database.db.execute<{ id: string }>(sql`
    with due as (
      select delivery.id from bot_deliveries delivery
      where delivery.status = 'pending' and delivery.next_attempt_at <= ${now}::timestamptz
        and (delivery.claimed_until is null or delivery.claimed_until < now())
        and not exists (
          select 1 from bot_deliveries busy
          where busy.session_id = delivery.session_id and busy.claimed_until >= now())
      order by delivery.next_attempt_at, delivery.created_at
      limit ${count}
      for update of delivery skip locked
    )
    update bot_deliveries set
      claimed_by = ${workerId}::uuid, claimed_until = now() + ${CLAIM_TTL_SECONDS} * interval '1 second',
      attempts = attempts + 1, last_attempt_at = ${now}::timestamptz
    from due where bot_deliveries.id = due.id
    returning bot_deliveries.id`);
  return rows.map(({ id }) => id);
}

async function readDue({ db }: Database, ids: string[]): Promise<DueDelivery[]> {
  const rows = await db
    .select({
      id: botDeliveries.id,
      webhookId: botSessions.id,
      url: botSessions.callbackUrl,
      secrets: botSessions.callbackSecrets,
      payload: botDeliveries.payload,
      attempts: botDeliveries.attempts,
    })
    .from(botDeliveries)
    .innerJoin(botSessions, eq(botSessions.id, botDeliveries.sessionId))
    .where(inArray(botDeliveries.id, ids));
  return rows.map(({ url, secrets, ...row }) => ({
    ...row,
    eventId: row.id,
    url: url ?? '',
    secrets: secrets ?? [],
  }));
}

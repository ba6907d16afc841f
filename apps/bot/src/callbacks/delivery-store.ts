import { claimDeliveries } from '@vivant/service-kit/claim-deliveries';
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

/** A session that is being told something is left alone: a slow receiver does not hold up those of other sessions. */
const SESSION_IS_FREE = sql`not exists (
  select 1 from bot_deliveries busy
  where busy.session_id = delivery.session_id and busy.claimed_until >= now())`;

const DELIVERY_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/** Builds the store for one worker. */
export function createCallbackDeliveries(options: CallbackDeliveriesOptions): CallbackDeliveries {
  const { database, clock, workerId, random } = options;
  return {
    async claimDue(count) {
      const now = clock.now();
      const claim = { table: botDeliveries, mayStart: SESSION_IS_FREE, workerId, now, count };
      const ids = await claimDeliveries(database, claim);
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

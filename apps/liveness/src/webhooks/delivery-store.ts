import { claimDeliveries } from '@vivant/service-kit/claim-deliveries';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import { outcomeOf } from '@vivant/service-kit/delivery-outcome';
import type { Attempted } from '@vivant/service-kit/post-event';
import type { DueDeliveries, DueDelivery } from '@vivant/service-kit/webhook-delivery-worker';
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { webhookDeliveries, webhookEvents, webhooks } from './webhooks-tables.ts';

/** Deliveries in the database, shared by all workers. */
export interface DeliveryStore extends DueDeliveries {
  /** Deliveries that are not over. */
  countPending(): Promise<number>;
  /** Deletes events of 30 days ago with their deliveries, unless one is still under way. */
  sweep(): Promise<void>;
}

export interface DeliveryStoreOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Who claims. */
  readonly workerId: string;
  readonly random: () => number;
}

/** Attempts that one webhook may have at a time, so that a slow receiver does not hold up the others. */
const ATTEMPTS_PER_WEBHOOK_MAX = 4;

const WEBHOOK_IS_FREE = sql`exists (
    select 1 from webhooks webhook where webhook.id = delivery.webhook_id and webhook.enabled)
  and delivery.webhook_id not in (
    select busy.webhook_id from webhook_deliveries busy where busy.claimed_until >= now()
    group by busy.webhook_id having count(*) >= ${ATTEMPTS_PER_WEBHOOK_MAX})`;

const EVENT_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/** Builds the store for one worker. */
export function createDeliveryStore(options: DeliveryStoreOptions): DeliveryStore {
  const { database, clock, workerId } = options;
  return {
    async claimDue(count) {
      const now = clock.now();
      const claim = { table: webhookDeliveries, mayStart: WEBHOOK_IS_FREE, workerId, now, count };
      const ids = await claimDeliveries(database, claim);
      return ids.length > 0 ? readDue(database, ids) : [];
    },
    settle: (delivery, attempted) => settle(options, delivery, attempted),
    countPending: () => database.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'pending')),
    async sweep() {
      const { db } = database;
      const pending = db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.eventId, webhookEvents.id), eq(webhookDeliveries.status, 'pending')));
      const before = new Date(clock.now().getTime() - EVENT_TTL_MS);
      await db.delete(webhookEvents).where(and(lt(webhookEvents.createdAt, before), notExists(pending)));
    },
  };
}

function readDue({ db }: Database, ids: string[]): Promise<DueDelivery[]> {
  return db
    .select({
      id: webhookDeliveries.id,
      webhookId: webhooks.id,
      eventId: webhookEvents.id,
      url: webhooks.url,
      secrets: webhooks.secrets,
      payload: webhookEvents.payload,
      attempts: webhookDeliveries.attempts,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(inArray(webhookDeliveries.id, ids));
}

async function settle(
  options: DeliveryStoreOptions,
  delivery: DueDelivery,
  attempted: Attempted,
): Promise<void> {
  const { database, clock, random, workerId } = options;
  await database.db.transaction(async (transaction) => {
    const settled = await transaction
      .update(webhookDeliveries)
      .set({
        ...outcomeOf(attempted, { attempts: delivery.attempts, now: clock.now(), random }),
        claimedBy: null,
        claimedUntil: null,
      })
      .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.claimedBy, workerId)))
      .returning({ id: webhookDeliveries.id });
    if (settled.length > 0 && attempted.kind === 'gone') await disable(transaction, delivery.webhookId);
  });
}

async function disable(transaction: SqlDatabase, webhookId: string): Promise<void> {
  await transaction
    .update(webhooks)
    .set({ enabled: false, disabledReason: 'gone' })
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.enabled, true)));
}

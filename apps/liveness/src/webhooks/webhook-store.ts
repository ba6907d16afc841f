import type { Delivery, WebhookPatchBody } from '@vivant/contract/webhooks';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import { and, asc, count, desc, eq } from 'drizzle-orm';
import { type WebhookRecord, webhookDeliveries, webhookEvents, webhooks } from './webhooks-tables.ts';

/** A webhook of an organization. */
export interface WebhookRef {
  readonly organizationId: string;
  readonly id: string;
}

/** More than this no organization needs, and every event costs a request to each. */
const WEBHOOKS_MAX = 20;

/**
 * Stores a webhook.
 * @throws ApiError `validation_error` when the organization has too many
 */
export async function insertWebhook(
  database: Database,
  webhook: typeof webhooks.$inferInsert,
): Promise<WebhookRecord> {
  const [existing] = await database.db
    .select({ count: count() })
    .from(webhooks)
    .where(eq(webhooks.organizationId, webhook.organizationId));
  if ((existing?.count ?? 0) >= WEBHOOKS_MAX)
    throw new ApiError('validation_error', `An organization may have ${WEBHOOKS_MAX} webhooks.`);
  const [inserted] = await database.db.insert(webhooks).values(webhook).returning();
  return inserted!;
}

/** The webhooks of an organization, the oldest first. */
export function listWebhooks({ db }: Database, organizationId: string): Promise<WebhookRecord[]> {
  return db
    .select()
    .from(webhooks)
    .where(eq(webhooks.organizationId, organizationId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

/** @throws ApiError `not_found`, for a webhook of another organization too */
export async function requireWebhook(
  executor: SqlDatabase,
  ref: WebhookRef,
  options: { readonly forUpdate?: boolean } = {},
): Promise<WebhookRecord> {
  const query = executor.select().from(webhooks).where(isWebhook(ref));
  const [found] = await (options.forUpdate ? query.for('update') : query);
  if (!found) throw notFound('webhook');
  return found;
}

/** What a patch changes in the database. */
export function changesOf(patch: WebhookPatchBody): Partial<WebhookRecord> {
  const { url, events, description, enabled } = patch;
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { enabled, disabledReason: enabled ? null : ('request' as const) }),
  };
}

/** Changes a webhook. @throws ApiError `not_found` */
export async function updateWebhook(
  transaction: SqlDatabase,
  ref: WebhookRef,
  changes: Partial<WebhookRecord>,
): Promise<WebhookRecord> {
  if (Object.keys(changes).length === 0) return requireWebhook(transaction, ref);
  const [updated] = await transaction.update(webhooks).set(changes).where(isWebhook(ref)).returning();
  if (!updated) throw notFound('webhook');
  return updated;
}

/** Deletes a webhook and what was on its way to it. @throws ApiError `not_found` */
export async function deleteWebhook({ db }: Database, ref: WebhookRef): Promise<void> {
  const deleted = await db.delete(webhooks).where(isWebhook(ref)).returning({ id: webhooks.id });
  if (deleted.length === 0) throw notFound('webhook');
}

/** Which deliveries of a webhook. */
export interface DeliveryFilter {
  readonly status?: Delivery['status'] | undefined;
  readonly id?: string;
  readonly eventId?: string;
  readonly limit: number;
}

/** Deliveries of a webhook, the newest first. */
export async function listDeliveries(
  executor: SqlDatabase,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<Delivery[]> {
  const { status, limit, id, eventId } = filter;
  const rows = await executor
    .select({ delivery: webhookDeliveries, event: webhookEvents.kind, sessionId: webhookEvents.sessionId })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        status && eq(webhookDeliveries.status, status),
        id === undefined ? undefined : eq(webhookDeliveries.id, id),
        eventId === undefined ? undefined : eq(webhookDeliveries.eventId, eventId),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(limit);
  return rows.map(({ delivery, event, sessionId }) => ({
    id: delivery.id,
    event_id: delivery.eventId,
    event,
    session_id: sessionId,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    error: delivery.error,
    created_at: delivery.createdAt.toISOString(),
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  }));
}

/** Makes a delivery due at once, with all its attempts before it. @throws ApiError `not_found` */
export async function redeliver(
  transaction: SqlDatabase,
  delivery: { readonly webhookId: string; readonly id: string; readonly at: Date },
): Promise<Delivery> {
  const { webhookId, id, at: nextAttemptAt } = delivery;
  await transaction
    .update(webhookDeliveries)
    .set({ status: 'pending', attempts: 0, nextAttemptAt })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)));
  const [found] = await listDeliveries(transaction, webhookId, { id, limit: 1 });
  if (!found) throw notFound('delivery');
  return found;
}

function isWebhook({ organizationId, id }: WebhookRef) {
  return and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, id));
}

function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what}.`);
}

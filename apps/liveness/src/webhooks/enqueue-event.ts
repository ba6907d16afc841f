import type { EventKind, EventPayload } from '@vivant/contract/webhook-event';
import type { SqlDatabase } from '@vivant/service-kit/database';
import { and, eq, or, sql } from 'drizzle-orm';
import { payloadText } from './event-payload.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './webhooks-tables.ts';

/** Something that webhooks are told about. */
export interface WebhookEvent {
  /** Its `webhook-id`, by which receivers tell repetitions. Enqueueing one id twice fails. */
  readonly id: string;
  readonly organizationId: string;
  readonly kind: EventKind;
  readonly sessionId: string | null;
  readonly at: Date;
  readonly data: Record<string, unknown>;
  /** The only webhook to be told, whatever kinds it wants. */
  readonly webhookId?: string;
}

/**
 * Writes an event for every enabled webhook of its organization that wants its kind. Call it in the transaction
 * that stores what happened: then both are kept or neither.
 */
export async function enqueueEvent(transaction: SqlDatabase, event: WebhookEvent): Promise<void> {
  const { id, organizationId, kind, sessionId, at: createdAt, data } = event;
  const targets = await transaction
    .select({ webhookId: webhooks.id })
    .from(webhooks)
    .where(isTarget(event))
    // A webhook that is being deleted must not make the caller's transaction fail.
    .for('key share');
  if (targets.length === 0) return;
  const payload: EventPayload = {
    event: kind,
    session_id: sessionId,
    timestamp: createdAt.toISOString(),
    data,
  };
  await transaction
    .insert(webhookEvents)
    .values({ id, organizationId, kind, sessionId, payload: payloadText(payload), createdAt });
  await transaction.insert(webhookDeliveries).values(
    targets.map(({ webhookId }) => ({
      webhookId,
      eventId: id,
      nextAttemptAt: createdAt,
      createdAt,
    })),
  );
}

function isTarget({ organizationId, kind, webhookId }: WebhookEvent) {
  return and(
    eq(webhooks.organizationId, organizationId),
    webhookId === undefined
      ? or(sql`cardinality(${webhooks.events}) = 0`, sql`${kind} = any(${webhooks.events})`)
      : eq(webhooks.id, webhookId),
    eq(webhooks.enabled, true),
  );
}

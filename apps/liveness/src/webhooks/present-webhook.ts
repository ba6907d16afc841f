import type { Webhook } from '@vivant/contract/webhooks';
import type { WebhookRecord } from './webhooks-tables.ts';

/** A webhook as it is listed, without its secrets. */
export function presentWebhook(record: WebhookRecord): Webhook {
  return {
    id: record.id,
    url: record.url,
    events: record.events,
    description: record.description,
    enabled: record.enabled,
    disabled_reason: record.disabledReason,
    created_at: record.createdAt.toISOString(),
  };
}

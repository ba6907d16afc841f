import type {
  ChangedWebhook,
  ChangeWebhookBody,
  CreateWebhookBody,
  Delivery,
  DeliveryState,
  Webhook,
  WebhookWithSecret,
} from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { Result } from './result.ts';

/** Which deliveries to list. */
export interface DeliveriesQuery {
  readonly status?: DeliveryState | undefined;
  /** At most 100; 50 if absent. */
  readonly limit?: number | undefined;
}

/** Where events are posted. */
export interface Webhooks {
  /** Lists the webhooks. */
  list(options?: CallOptions): Promise<Result<readonly Webhook[]>>;
  /** Adds a webhook; its signing secret is in this answer only. */
  create(body: CreateWebhookBody, options?: CallOptions): Promise<Result<WebhookWithSecret>>;
  /** Changes a webhook, or rotates its secret. */
  change(id: string, body: ChangeWebhookBody, options?: CallOptions): Promise<Result<ChangedWebhook>>;
  /** Deletes a webhook and its deliveries. */
  delete(id: string, options?: CallOptions): Promise<Result<{ readonly id: string }>>;
  /** Posts a `webhook.test` event. */
  test(id: string, options?: CallOptions): Promise<Result<Delivery>>;
  /** Lists the latest deliveries, newest first. */
  deliveries(
    id: string,
    query?: DeliveriesQuery,
    options?: CallOptions,
  ): Promise<Result<readonly Delivery[]>>;
  /** Delivers an event again. */
  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<Result<Delivery>>;
}

const PATH = '/api/v1/webhooks';

/** Makes the part of the client for webhooks. */
export function createWebhooks({ send }: LivenessApi): Webhooks {
  const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
  return {
    list: (options) => send({ method: 'GET', path: PATH }, options),
    create: (json, options) => send({ method: 'POST', path: PATH, json }, options),
    // A second rotation would make a third secret, and the first answer is lost anyway.
    change: (id, json, options) =>
      send(
        { method: 'PATCH', path: pathOf(id), json, repeats: json.rotate_secret ? 'once' : undefined },
        options,
      ),
    delete: (id, options) => send({ method: 'DELETE', path: pathOf(id) }, options),
    test: (id, options) => send({ method: 'POST', path: `${pathOf(id)}/test` }, options),
    deliveries: (id, query, options) =>
      send({ method: 'GET', path: `${pathOf(id)}/deliveries`, query: { ...query } }, options),
    redeliver: (id, deliveryId, options) => {
      const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
      return send({ method: 'POST', path }, options);
    },
  };
}

import { DELIVERY_STATES, deliverySchema } from '@vivant/contract/webhooks';
import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import { authorize, principalOf } from '../keys/authorize.ts';
import { enqueueEvent } from './enqueue-event.ts';
import { describeWebhookOperation, type WebhookDependencies, webhookParams } from './webhook-routes.ts';
import { listDeliveries, redeliver, requireWebhook } from './webhook-store.ts';

const DELIVERIES_MAX = 100;

const listQuery = z.object({
  status: z.enum(DELIVERY_STATES).optional().describe('Only deliveries of this state.'),
  limit: z.coerce.number().int().min(1).max(DELIVERIES_MAX).default(50).describe('How many, at most 100.'),
});

const deliveryParams = webhookParams.extend({ delivery_id: z.guid().describe('The delivery.') });

/** Adds the test of a webhook, the list of its deliveries and their repetition. */
export function addDeliveryRoutes(server: HttpServer, dependencies: WebhookDependencies): void {
  addTest(server, dependencies);
  addList(server, dependencies);
  addRedeliver(server, dependencies);
}

function addTest(server: HttpServer, { authenticate, webhooks }: WebhookDependencies): void {
  const { database, clock, newId } = webhooks;
  const schema = {
    operationId: 'testWebhook',
    summary: 'Post a `webhook.test` event',
    description: 'The event is delivered like any other; the list of deliveries tells what became of it.',
    params: webhookParams,
    ...describeWebhookOperation({
      scope: 'webhooks:write',
      status: 202,
      answer: 'The delivery, about to be attempted.',
      data: deliverySchema,
      errors: ['not_found'],
    }),
  };
  const onRequest = authorize(authenticate, 'webhooks:write');
  server.post('/api/v1/webhooks/:id/test', { schema, onRequest }, async (request, reply) => {
    const { organizationId } = principalOf(request);
    const delivery = await database.db.transaction(async (transaction) => {
      const { id: webhookId, enabled } = await requireWebhook(transaction, {
        organizationId,
        id: request.params.id,
      });
      if (!enabled) throw new ApiError('validation_error', 'The webhook is disabled; enable it first.');
      const data = { webhook_id: webhookId, tenant_metadata: null };
      const event = { id: newId(), organizationId, sessionId: null, at: clock.now(), data, webhookId };
      await enqueueEvent(transaction, { ...event, kind: 'webhook.test' });
      const [queued] = await listDeliveries(transaction, webhookId, { limit: 1, eventId: event.id });
      return queued!;
    });
    reply.code(202);
    return { data: delivery, success: true as const, message: 'The test event is on its way.' };
  });
}

function addList(server: HttpServer, { authenticate, webhooks: { database } }: WebhookDependencies): void {
  const schema = {
    operationId: 'listWebhookDeliveries',
    summary: 'List the latest deliveries of a webhook',
    description: 'The newest first. Deliveries are kept for 30 days.',
    params: webhookParams,
    querystring: listQuery,
    ...describeWebhookOperation({
      scope: 'webhooks:read',
      status: 200,
      answer: 'The deliveries.',
      data: z.array(deliverySchema),
      errors: ['not_found'],
    }),
  };
  const onRequest = authorize(authenticate, 'webhooks:read');
  server.get('/api/v1/webhooks/:id/deliveries', { schema, onRequest }, async (request) => {
    const ref = { organizationId: principalOf(request).organizationId, id: request.params.id };
    const { id } = await requireWebhook(database.db, ref);
    const data = await listDeliveries(database.db, id, request.query);
    return { data, success: true as const, message: 'The deliveries of the webhook.' };
  });
}

function addRedeliver(server: HttpServer, { authenticate, webhooks }: WebhookDependencies): void {
  const { database, clock } = webhooks;
  const schema = {
    operationId: 'redeliverWebhookDelivery',
    summary: 'Deliver an event again',
    description: 'Makes the delivery due at once, whatever became of it, with all its attempts before it.',
    params: deliveryParams,
    ...describeWebhookOperation({
      scope: 'webhooks:write',
      status: 202,
      answer: 'The delivery, about to be attempted.',
      data: deliverySchema,
      errors: ['not_found'],
    }),
  };
  const onRequest = authorize(authenticate, 'webhooks:write');
  const path = '/api/v1/webhooks/:id/deliveries/:delivery_id/redeliver';
  server.post(path, { schema, onRequest }, async (request, reply) => {
    const { id, delivery_id } = request.params;
    const delivery = await database.db.transaction(async (transaction) => {
      await requireWebhook(transaction, { organizationId: principalOf(request).organizationId, id });
      return redeliver(transaction, { webhookId: id, id: delivery_id, at: clock.now() });
    });
    reply.code(202);
    return { data: delivery, success: true as const, message: 'The event is on its way again.' };
  });
}

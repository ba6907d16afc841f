import { successEnvelope } from '@vivant/contract/envelope';
import type { ErrorCode } from '@vivant/contract/error-codes';
import type { Scope } from '@vivant/contract/scopes';
import {
  webhookCreateBody,
  webhookMaybeSecretSchema,
  webhookPatchBody,
  webhookSchema,
  webhookWithSecretSchema,
} from '@vivant/contract/webhooks';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { AddressPolicy } from '@vivant/service-kit/public-address';
import { requireTarget } from '@vivant/service-kit/require-target';
import type { Seal } from '@vivant/service-kit/seal';
import { generateSigningSecret, rotateSecrets } from '@vivant/service-kit/signing-secrets';
import { z } from 'zod';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { READ_ERRORS } from '../openapi/common-errors.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { presentWebhook } from './present-webhook.ts';
import {
  changesOf,
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  requireWebhook,
  updateWebhook,
} from './webhook-store.ts';

/** What the webhook routes need from the service. */
export interface WebhookDependencies {
  readonly authenticate: Authenticate;
  readonly webhooks: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: IdGenerator;
    readonly seal: Seal;
    readonly policy: AddressPolicy;
  };
}

/** The path parameters of a webhook. */
export const webhookParams = z.object({ id: z.guid().describe('The webhook.') });

/** What operations on webhooks have in common in the document. */
export function describeWebhookOperation(operation: {
  readonly scope: Scope;
  readonly status: 200 | 201 | 202;
  readonly answer: string;
  readonly data: z.ZodType;
  readonly errors?: readonly ErrorCode[];
}) {
  const { scope, status, answer, data, errors = [] } = operation;
  const success = {
    description: answer,
    content: { 'application/json': { schema: successEnvelope(data) } },
  };
  return {
    tags: ['webhooks'],
    security: requiresScope(scope),
    response: { [status]: success, ...errorResponses([...READ_ERRORS, 'validation_error', ...errors]) },
  };
}

/** Adds `GET` and `POST /api/v1/webhooks`, and `PATCH` and `DELETE /api/v1/webhooks/{id}`. */
export function addWebhookRoutes(server: HttpServer, dependencies: WebhookDependencies): void {
  addList(server, dependencies);
  addCreate(server, dependencies);
  addPatch(server, dependencies);
  addDelete(server, dependencies);
}

function addList(server: HttpServer, { authenticate, webhooks: { database } }: WebhookDependencies): void {
  const schema = {
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    ...describeWebhookOperation({
      scope: 'webhooks:read',
      status: 200,
      answer: 'The webhooks of the organization.',
      data: z.array(webhookSchema),
    }),
  };
  const onRequest = authorize(authenticate, 'webhooks:read');
  server.get('/api/v1/webhooks', { schema, onRequest }, async (request) => {
    const records = await listWebhooks(database, principalOf(request).organizationId);
    return { data: records.map(presentWebhook), success: true as const, message: 'The webhooks.' };
  });
}

function addCreate(server: HttpServer, { authenticate, webhooks }: WebhookDependencies): void {
  const { database, clock, newId, seal, policy } = webhooks;
  const schema = {
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Events are posted to the address as they happen, signed as Standard Webhooks describes: verify ' +
      '`webhook-signature` with the secret of this answer, which is shown once.',
    body: webhookCreateBody,
    ...describeWebhookOperation({
      scope: 'webhooks:write',
      status: 201,
      answer: 'The webhook, with its secret.',
      data: webhookWithSecretSchema,
      errors: ['missing_field'],
    }),
  };
  const onRequest = authorize(authenticate, 'webhooks:write');
  server.post('/api/v1/webhooks', { schema, onRequest }, async (request, reply) => {
    const { url, events = [], description = null } = request.body;
    await requireTarget(url, policy, 'url');
    const [id, secret, createdAt] = [newId(), generateSigningSecret(), clock.now()];
    const { organizationId } = principalOf(request);
    const secrets = rotateSecrets([], { text: secret, webhookId: id, at: createdAt }, seal);
    const fields = { id, organizationId, url, events, description, secrets, createdAt };
    const record = await insertWebhook(database, fields);
    reply.code(201);
    return {
      data: { ...presentWebhook(record), secret },
      success: true as const,
      message: 'The webhook was created. Keep its secret: it is not shown again.',
    };
  });
}

function addPatch(server: HttpServer, { authenticate, webhooks }: WebhookDependencies): void {
  const { database, clock, seal, policy } = webhooks;
  const schema = {
    operationId: 'updateWebhook',
    summary: 'Change a webhook, or rotate its secret',
    params: webhookParams,
    body: webhookPatchBody,
    ...describeWebhookOperation({
      scope: 'webhooks:write',
      status: 200,
      answer: 'The webhook after the change.',
      data: webhookMaybeSecretSchema,
      errors: ['not_found', 'missing_field'],
    }),
  };
  const onRequest = authorize(authenticate, 'webhooks:write');
  server.patch('/api/v1/webhooks/:id', { schema, onRequest }, async (request) => {
    const { body: patch } = request;
    const ref = { organizationId: principalOf(request).organizationId, id: request.params.id };
    await requireWebhook(database.db, ref);
    if (patch.url !== undefined) await requireTarget(patch.url, policy, 'url');
    const secret = patch.rotate_secret ? generateSigningSecret() : undefined;
    const record = await database.db.transaction(async (transaction) => {
      const { id, secrets } = await requireWebhook(transaction, ref, { forUpdate: true });
      const rotated =
        secret && rotateSecrets(secrets, { text: secret, webhookId: id, at: clock.now() }, seal);
      return updateWebhook(transaction, ref, { ...changesOf(patch), ...(rotated && { secrets: rotated }) });
    });
    return {
      data: { ...presentWebhook(record), ...(secret && { secret }) },
      success: true as const,
      message: 'The webhook was changed.',
    };
  });
}

function addDelete(server: HttpServer, { authenticate, webhooks: { database } }: WebhookDependencies): void {
  const schema = {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook and its deliveries',
    params: webhookParams,
    ...describeWebhookOperation({
      scope: 'webhooks:write',
      status: 200,
      answer: 'The webhook was deleted.',
      data: z.object({ id: z.string().describe('The webhook that was deleted.') }),
      errors: ['not_found'],
    }),
  };
  const onRequest = authorize(authenticate, 'webhooks:write');
  server.delete('/api/v1/webhooks/:id', { schema, onRequest }, async (request) => {
    const { id } = request.params;
    await deleteWebhook(database, { organizationId: principalOf(request).organizationId, id });
    return { data: { id }, success: true as const, message: 'The webhook was deleted.' };
  });
}

import { apiKeySchema, changeKeyBody, createdKeySchema, createKeyBody } from '@vivant/contract/api-key';
import type { Clock } from '@vivant/service-kit/clock';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import { READ_ERRORS, WRITE_ERRORS } from '../openapi/common-errors.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import type { Authenticate } from './authenticate.ts';
import { authorize, principalOf } from './authorize.ts';
import type { KeyAdministration } from './key-administration.ts';
import { presentKey } from './present-key.ts';

/** What the key routes need from the service. */
export interface KeyRouteDependencies {
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly keys: KeyAdministration;
}

const KEY_ERRORS = [...WRITE_ERRORS, 'not_found'] as const;

const tags = ['keys'];
const params = z.object({ id: z.guid('expected a UUID').describe('Id of the key.') });

/** Adds `GET` and `POST /api/v1/keys`, `PATCH` and `DELETE /api/v1/keys/{id}`. */
export function addKeyRoutes(server: HttpServer, dependencies: KeyRouteDependencies): void {
  addListRoute(server, dependencies);
  addCreateRoute(server, dependencies);
  addChangeRoutes(server, dependencies);
}

function addListRoute(server: HttpServer, { authenticate, clock, keys }: KeyRouteDependencies): void {
  const schema = {
    operationId: 'listKeys',
    summary: 'List the keys of the organization',
    description: 'Oldest first, revoked and expired ones too. No answer carries a secret.',
    tags,
    security: requiresScope('keys:read'),
    response: {
      200: successResponse('The keys.', z.array(apiKeySchema)),
      ...errorResponses(READ_ERRORS),
    },
  } as const;
  const onRequest = authorize(authenticate, 'keys:read');
  server.get('/api/v1/keys', { schema, onRequest }, async (request) => {
    const found = await keys.list(principalOf(request));
    const now = clock.now();
    return success(
      found.map((key) => presentKey(key, now)),
      `${found.length} keys.`,
    );
  });
}

function addCreateRoute(server: HttpServer, { authenticate, clock, keys }: KeyRouteDependencies): void {
  const schema = {
    operationId: 'createKey',
    summary: 'Create or rotate a key',
    description:
      'The secret is in this answer and never again. A key may do at most what its creator may. To rotate, send ' +
      '`rotates` with the id of the old key and the seconds it shall still work.',
    tags,
    security: requiresScope('keys:write'),
    body: createKeyBody,
    response: {
      201: successResponse('The key, with its secret.', createdKeySchema),
      ...errorResponses(KEY_ERRORS),
    },
  } as const;
  const onRequest = authorize(authenticate, 'keys:write');
  server.post('/api/v1/keys', { schema, onRequest }, async (request, reply) => {
    const { key, secret } = await keys.create(principalOf(request), request.body);
    reply.code(201).header('cache-control', 'no-store');
    return success(
      { ...presentKey(key, clock.now()), key: secret },
      'The key is created. Keep its secret now.',
    );
  });
}

function addChangeRoutes(server: HttpServer, { authenticate, clock, keys }: KeyRouteDependencies): void {
  const onRequest = authorize(authenticate, 'keys:write');
  const shared = { tags, security: requiresScope('keys:write'), params } as const;

  const changeSchema = {
    ...shared,
    operationId: 'changeKey',
    summary: 'Change name, scopes, expiry or link of a key',
    body: changeKeyBody,
    response: {
      200: successResponse('The key as it is now.', apiKeySchema),
      ...errorResponses(KEY_ERRORS),
    },
  } as const;
  server.patch('/api/v1/keys/:id', { schema: changeSchema, onRequest }, async (request) => {
    const key = await keys.change(principalOf(request), request.params.id, request.body);
    return success(presentKey(key, clock.now()), 'The key is changed.');
  });

  const revokeSchema = {
    ...shared,
    operationId: 'revokeKey',
    summary: 'Revoke a key for good',
    description: 'Effective at once on every replica, for verification tokens made with the key too.',
    response: { 200: successResponse('The revoked key.', apiKeySchema), ...errorResponses(KEY_ERRORS) },
  } as const;
  server.delete('/api/v1/keys/:id', { schema: revokeSchema, onRequest }, async (request) => {
    const key = await keys.revoke(principalOf(request), request.params.id);
    return success(presentKey(key, clock.now()), 'The key is revoked.');
  });
}

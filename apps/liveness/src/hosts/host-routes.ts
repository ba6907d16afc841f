import { type AllowedHost, addHostBody, allowedHostSchema } from '@vivant/contract/allowed-host';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { z } from 'zod';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { READ_ERRORS, WRITE_ERRORS } from '../openapi/common-errors.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import type { HostRecord } from './allowed-hosts-table.ts';
import type { HostStore } from './host-store.ts';
import { normalOrigin } from './origin.ts';

/** What the host routes need from the service. */
export interface HostRouteDependencies {
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly hosts: HostStore;
}

const tags = ['hosts'];

/** Adds `GET` and `POST /api/v1/hosts`, `DELETE /api/v1/hosts/{id}`. */
export function addHostRoutes(server: HttpServer, dependencies: HostRouteDependencies): void {
  addListRoute(server, dependencies);
  addAddRoute(server, dependencies);
  addRemoveRoute(server, dependencies);
}

function addListRoute(server: HttpServer, { authenticate, hosts }: HostRouteDependencies): void {
  const schema = {
    operationId: 'listHosts',
    summary: 'List the allowed browser origins',
    tags,
    security: requiresScope('hosts:read'),
    response: {
      200: successResponse('The origins, oldest first.', z.array(allowedHostSchema)),
      ...errorResponses(READ_ERRORS),
    },
  } as const;
  const onRequest = authorize(authenticate, 'hosts:read');
  server.get('/api/v1/hosts', { schema, onRequest }, async (request) => {
    const found = await hosts.list(principalOf(request).organizationId);
    return success(found.map(present), `${found.length} origins.`);
  });
}

function addAddRoute(server: HttpServer, dependencies: HostRouteDependencies): void {
  const { authenticate, clock, newId, hosts } = dependencies;
  const schema = {
    operationId: 'addHost',
    summary: 'Allow a browser origin',
    description:
      'Pages of the origin may then use verification tokens: their browsers get CORS headers. An origin that is ' +
      'allowed already answers its entry with 200.',
    tags,
    security: requiresScope('hosts:write'),
    body: addHostBody,
    response: {
      200: successResponse('The origin was allowed before.', allowedHostSchema),
      201: successResponse('The origin is allowed.', allowedHostSchema),
      ...errorResponses(WRITE_ERRORS),
    },
  } as const;
  const onRequest = authorize(authenticate, 'hosts:write');
  server.post('/api/v1/hosts', { schema, onRequest }, async (request, reply) => {
    const { organizationId } = principalOf(request);
    const origin = requireOrigin(request.body.origin);
    const { host, isNew } = await hosts.add({ id: newId(), organizationId, origin, createdAt: clock.now() });
    reply.code(isNew ? 201 : 200);
    return success(present(host), `${host.origin} is allowed.`);
  });
}

function addRemoveRoute(server: HttpServer, { authenticate, hosts }: HostRouteDependencies): void {
  const schema = {
    operationId: 'removeHost',
    summary: 'Allow a browser origin no longer',
    tags,
    security: requiresScope('hosts:write'),
    params: z.object({ id: z.guid('expected a UUID').describe('Id of the entry.') }),
    response: {
      200: successResponse('The removed entry.', allowedHostSchema),
      ...errorResponses([...WRITE_ERRORS, 'not_found']),
    },
  } as const;
  const onRequest = authorize(authenticate, 'hosts:write');
  server.delete('/api/v1/hosts/:id', { schema, onRequest }, async (request) => {
    const removed = await hosts.remove(principalOf(request).organizationId, request.params.id);
    if (!removed) throw new ApiError('not_found', 'There is no such origin.');
    return success(present(removed), `${removed.origin} is no longer allowed.`);
  });
}

function requireOrigin(text: string): string {
  const origin = normalOrigin(text);
  if (origin !== undefined) return origin;
  throw new ApiError(
    'validation_error',
    'origin: must be http(s)://host or http(s)://host:port with nothing after it.',
  );
}

function present({ id, origin, createdAt }: HostRecord): AllowedHost {
  return { id, origin, created_at: createdAt.toISOString() };
}

import {
  auditBody,
  auditEventSchema,
  clientTimeBody,
  clientTimeSchema,
  createdSessionSchema,
  createSessionBody,
  sessionSchema,
} from '@vivant/contract/verification-session';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import { READ_ERRORS, WRITE_ERRORS } from '../openapi/common-errors.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import type { SessionAdministration } from './session-administration.ts';

/** What the session routes need from the service. */
export interface SessionRouteDependencies {
  readonly authenticate: Authenticate;
  readonly verificationSessions: SessionAdministration;
}

const tags = ['sessions'];
const params = z.object({ session_id: z.guid('expected a UUID').describe('Id of the session.') });

/** Adds `POST /api/v1/sessions`, `GET /api/v1/sessions/{session_id}` and the two reports under it. */
export function addSessionRoutes(server: HttpServer, dependencies: SessionRouteDependencies): void {
  addOpenRoute(server, dependencies);
  addReadRoute(server, dependencies);
  addAuditRoute(server, dependencies);
  addClientTimeRoute(server, dependencies);
}

function addOpenRoute(
  server: HttpServer,
  { authenticate, verificationSessions }: SessionRouteDependencies,
): void {
  const schema = {
    operationId: 'createSession',
    summary: 'Open a verification session for a browser',
    description:
      'The token is what a browser uses instead of an API key. It reaches this session only, judges with its ' +
      'model only, and ends with the session or with the key that opened it.',
    tags,
    security: requiresScope('session:write'),
    body: createSessionBody,
    response: {
      201: successResponse('The session, with its token.', createdSessionSchema),
      ...errorResponses([...WRITE_ERRORS, 'invalid_metadata', 'account_suspended']),
    },
  } as const;
  const onRequest = authorize(authenticate, 'session:write');
  server.post('/api/v1/sessions', { schema, onRequest }, async (request, reply) => {
    const { sessionId, token, expiresAt } = await verificationSessions.open(
      principalOf(request),
      request.body,
    );
    reply.code(201).header('cache-control', 'no-store');
    return success(
      { session_id: sessionId, token, expires_at: expiresAt.toISOString() },
      'The session is open.',
    );
  });
}

function addReadRoute(
  server: HttpServer,
  { authenticate, verificationSessions }: SessionRouteDependencies,
): void {
  const schema = {
    operationId: 'readSession',
    summary: 'Read status, verdict and audit of a session',
    description: 'Also of a session that was never opened here, once it has a verdict.',
    tags,
    security: requiresScope('session:read'),
    params,
    response: {
      200: successResponse('The session.', sessionSchema),
      ...errorResponses([...READ_ERRORS, 'validation_error', 'not_found']),
    },
  } as const;
  const onRequest = authorize(authenticate, 'session:read');
  server.get('/api/v1/sessions/:session_id', { schema, onRequest }, async (request) => {
    const session = await verificationSessions.read(principalOf(request), request.params.session_id);
    return success(session, `The session is ${session.status}.`);
  });
}

function addAuditRoute(
  server: HttpServer,
  { authenticate, verificationSessions }: SessionRouteDependencies,
): void {
  const schema = {
    operationId: 'auditSession',
    summary: 'Add an event to the audit of an active session',
    tags,
    security: requiresScope('session:audit'),
    params,
    body: auditBody,
    response: {
      200: successResponse('The event as it was recorded.', auditEventSchema),
      ...errorResponses([...WRITE_ERRORS, 'not_found']),
    },
  } as const;
  const onRequest = authorize(authenticate, 'session:audit');
  server.patch('/api/v1/sessions/:session_id/audit', { schema, onRequest }, async (request) => {
    const { body, params } = request;
    const event = await verificationSessions.audit(principalOf(request), params.session_id, body);
    return success(event, 'The event is recorded.');
  });
}

function addClientTimeRoute(
  server: HttpServer,
  { authenticate, verificationSessions }: SessionRouteDependencies,
): void {
  const schema = {
    operationId: 'tellClientTime',
    summary: "Tell the device's clock",
    description: 'The answer says how far the device is ahead. The newest telling counts.',
    tags,
    security: requiresScope('session:write'),
    params,
    body: clientTimeBody,
    response: {
      200: successResponse('Both clocks.', clientTimeSchema),
      ...errorResponses([...WRITE_ERRORS, 'not_found']),
    },
  } as const;
  const onRequest = authorize(authenticate, 'session:write');
  server.patch('/api/v1/sessions/:session_id/client-time', { schema, onRequest }, async (request) => {
    const { body, params } = request;
    const clocks = await verificationSessions.tellClientTime(
      principalOf(request),
      params.session_id,
      body.client_time,
    );
    return success(clocks, `The device is ${clocks.offset_ms} ms ahead.`);
  });
}

import { botSessionSchema, createdSessionSchema, createSessionBody } from '@vivant/contract/bot-session';
import { ApiError } from '@vivant/service-kit/api-error';
import { bodyDigestOf } from '@vivant/service-kit/body-digest';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../keys/authorize-bot.ts';
import type { Guards } from '../keys/guards.ts';
import { answer, BOT_KEY_SCHEME, errorAnswers, eventStreamAnswer } from '../openapi/answers.ts';
import type { CreateSession, RepeatableRequest } from './create-session.ts';
import { presentSession } from './present-session.ts';
import type { SessionDesk } from './session-desk.ts';
import type { SessionRecord } from './sessions-table.ts';
import type { SessionWatch } from './watch-session.ts';

/** What the session routes need from the service. */
export interface SessionRouteDependencies {
  readonly guards: Guards;
  readonly createSession: CreateSession;
  readonly desk: SessionDesk;
  readonly watch: SessionWatch;
}

/** Names of hundreds of participants and a few addresses. */
const BODY_BYTES_MAX = 256 * 1024;

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

const security = [{ [BOT_KEY_SCHEME]: [] }];
const common = { tags: ['sessions'], security };
const sessionParams = z.object({ id: z.string().describe('The session.') });
const participantParams = sessionParams.extend({ participantId: z.string().min(1).max(256) });

const createHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .optional()
    .describe(
      'Any text of up to 255 characters. The same key and body answer with the same session; no second bot is sent.',
    ),
});

/** Adds the routes under `/api/sessions`. */
export function addSessionRoutes(server: HttpServer, dependencies: SessionRouteDependencies): void {
  const { guards, createSession } = dependencies;
  server.post(
    '/api/sessions',
    {
      onRequest: guards.botKey,
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        ...common,
        operationId: 'createSession',
        summary: 'Send a bot to a meeting',
        headers: createHeaders,
        body: createSessionBody,
        response: {
          200: answer('The session.', createdSessionSchema),
          ...errorAnswers(400, 401, 403, 409, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request) => createSession(callerOf(request), request.body, repeatableOf(request)),
  );
  addReadingRoutes(server, dependencies);
  addCommandRoutes(server, dependencies);
}

function addReadingRoutes(server: HttpServer, { guards, desk, watch }: SessionRouteDependencies): void {
  server.get(
    '/api/sessions/:id',
    {
      onRequest: guards.botKey,
      schema: {
        ...common,
        operationId: 'getSession',
        summary: 'Read a session, its participants and results',
        params: sessionParams,
        response: {
          200: answer('The session.', botSessionSchema),
          ...errorAnswers(401, 404, 429, 503),
        },
      },
    },
    async (request) => {
      const session = await ownSession(desk, request, request.params.id);
      return presentSession(session, await desk.read(session));
    },
  );

  server.get(
    '/api/sessions/:id/events',
    {
      onRequest: guards.botKey,
      schema: {
        ...common,
        operationId: 'streamSessionEvents',
        summary: 'Follow a session (server-sent events)',
        description:
          'Tells all events from the first on, or those after `Last-Event-ID`. 204 to a client that has seen the end.',
        params: sessionParams,
        response: { 200: eventStreamAnswer, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    async (request, reply) =>
      watch.answer(request, reply, await ownSession(desk, request, request.params.id), 'first-event'),
  );
}

const COMMANDS = [
  { kind: 'scan', status: 'scanning', summary: 'Scan a waiting participant' },
  { kind: 'retry', status: 'retrying', summary: 'Scan a participant with a result again' },
  { kind: 'stop', status: 'stopped', summary: "Stop a participant's collection" },
] as const;

function addCommandRoutes(server: HttpServer, { guards, desk }: SessionRouteDependencies): void {
  for (const { kind, status, summary } of COMMANDS) {
    server.post(
      `/api/sessions/:id/${kind}/:participantId`,
      {
        onRequest: guards.botKey,
        schema: {
          ...common,
          operationId: `${kind}Participant`,
          summary,
          params: participantParams,
          response: {
            200: answer('Done.', z.object({ status: z.literal(status), participantId: z.string() })),
            ...errorAnswers(400, 401, 404, 409, 429, 503),
          },
        },
      },
      async (request) => {
        const { id, participantId } = request.params;
        await desk.command(await ownSession(desk, request, id), { kind, participantId });
        return { status, participantId };
      },
    );
  }

  server.delete(
    '/api/sessions/:id',
    {
      onRequest: guards.botKey,
      schema: {
        ...common,
        operationId: 'stopSession',
        summary: 'Stop a session; the bot leaves the meeting',
        params: sessionParams,
        response: {
          200: answer('The session has ended.', z.object({ sessionId: z.uuid(), status: z.string() })),
          ...errorAnswers(401, 404, 429, 503),
        },
      },
    },
    async (request) => {
      const session = await ownSession(desk, request, request.params.id);
      await desk.command(session, { kind: 'end' });
      return { sessionId: session.id, status: 'stopped' };
    },
  );
}

function ownSession(desk: SessionDesk, request: FastifyRequest, id: string): Promise<SessionRecord> {
  return desk.find(id, callerOf(request).organizationId);
}

function repeatableOf(request: FastifyRequest): RepeatableRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const bodySha256 = bodyDigestOf(request);
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key) || bodySha256 === undefined)
    throw new ApiError('validation_error', 'Idempotency-Key must have 1 to 255 printable ASCII characters.');
  return { key, bodySha256 };
}

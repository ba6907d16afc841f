import type { Clock } from '@vivant/service-kit/clock';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import type { Guards } from '../keys/guards.ts';
import { answer, errorAnswers, eventStreamAnswer } from '../openapi/answers.ts';
import type { SessionDesk } from '../sessions/session-desk.ts';
import type { SessionRecord } from '../sessions/sessions-table.ts';
import type { SessionWatch } from '../sessions/watch-session.ts';
import { expiredToken, type InterviewTokens, OBSERVE_AFTER_MS } from './interview-token.ts';

/** What the observer routes need from the service. */
export interface InterviewRouteDependencies {
  readonly guards: Guards;
  readonly tokens: InterviewTokens;
  readonly desk: SessionDesk;
  readonly watch: SessionWatch;
  readonly clock: Clock;
}

const params = z.object({ token: z.string().describe('The `interviewToken` of the session.') });
const common = { tags: ['observers'], security: [], params };

/** Adds the routes that an interview token opens. */
export function addInterviewRoutes(server: HttpServer, dependencies: InterviewRouteDependencies): void {
  const { guards, tokens, desk, watch, clock } = dependencies;

  /** A token is good for 24 hours after its session, however early that ended. */
  async function sessionOf(token: string): Promise<SessionRecord> {
    const { sessionId, organizationId } = await tokens.read(token);
    const session = await desk.find(sessionId, organizationId);
    const { endedAt } = session;
    if (endedAt && endedAt.getTime() + OBSERVE_AFTER_MS <= clock.now().getTime()) throw expiredToken();
    return session;
  }

  server.get(
    '/api/interview/:token',
    {
      onRequest: guards.address,
      schema: {
        ...common,
        operationId: 'readInterview',
        summary: 'Ask which session a token opens',
        response: {
          200: answer('The session.', z.object({ sessionId: z.uuid(), status: z.string() })),
          ...errorAnswers(401, 404, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const session = await sessionOf(request.params.token);
      const { status } = await desk.read(session);
      reply.header('cache-control', 'no-store');
      return { sessionId: session.id, status };
    },
  );

  server.get(
    '/api/interview/:token/events',
    {
      onRequest: guards.address,
      schema: {
        ...common,
        operationId: 'streamInterviewEvents',
        summary: 'Observe a session (server-sent events)',
        description: 'Tells the present state first, or what happened after `Last-Event-ID`.',
        response: { 200: eventStreamAnswer, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    async (request, reply) => watch.answer(request, reply, await sessionOf(request.params.token), 'state'),
  );
}

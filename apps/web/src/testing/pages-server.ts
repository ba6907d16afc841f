import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import type { AnalysisRecord } from '@vivant/contract/analysis-record';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { RoomRelay } from './room-relay.ts';
import { ScriptedSession } from './scripted-session.ts';

const PAGES = join(import.meta.dirname, '../../dist');

/** Who may sign in at the test's server. */
export const TEST_ACCOUNT = { email: 'ada@example.org', password: ' a long passphrase ' };

/** The only key that the test's verification service knows. */
export const TEST_KEY = 'sk-test-1234';

/** The built pages and the routes they talk to, filled by a test. */
export interface PagesServer {
  readonly url: string;
  readonly room: RoomRelay;
  /** The session that the token shows; a new one at the first call. */
  session(token: string): ScriptedSession;
  /** What the history lists; `undefined` when no history is kept. */
  analyses: readonly AnalysisRecord[] | undefined;
  /** Queries of the history so far. */
  readonly queries: readonly URLSearchParams[];
  /** Called when an answer of the history has begun; it ends when the promise resolves. */
  beforeAnalyses: () => Promise<void>;
  close(): Promise<void>;
}

/** Serves the built pages on a free port. */
export async function openPagesServer(
  clock: () => Date = () => new Date('2026-11-20T10:00:00Z'),
): Promise<PagesServer> {
  if (!existsSync(PAGES)) throw new Error('Build the pages first: npm test does.');
  const server = fastify({ forceCloseConnections: true });
  const sessions = new Map<string, ScriptedSession>();
  const room = new RoomRelay();
  const state = {
    analyses: [] as readonly AnalysisRecord[] | undefined,
    queries: [] as URLSearchParams[],
    beforeAnalyses: async () => {},
  };

  await server.register(fastifyWebsocket);
  addPages(server);
  addInterview(server, sessions);
  addAccount(server);
  addSettings(server, clock);
  addHistory(server, state);
  server.get('/api/rooms/:roomId/socket', { websocket: true }, (socket) => room.accept(socket));

  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return Object.assign(state, {
    url,
    room,
    session: (token: string) => {
      const session = sessions.get(token) ?? new ScriptedSession(clock);
      sessions.set(token, session);
      return session;
    },
    close: () => server.close(),
  });
}

function addPages(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self'");
  });
  server.register(fastifyStatic, { root: join(PAGES, 'assets'), prefix: '/assets/' });
  const page = (_request: unknown, reply: FastifyReply) => reply.sendFile('index.html', PAGES);
  for (const path of ['/interview/*', '/room', '/room/*', '/signin', '/history', '/settings', '/nowhere']) {
    server.get(path, page);
  }
}

function addInterview(server: FastifyInstance, sessions: ReadonlyMap<string, ScriptedSession>): void {
  server.get<{ Params: { token: string } }>('/api/interview/:token', async ({ params }, reply) => {
    const session = sessions.get(params.token);
    const refusal = session ? session.refusal : 404;
    if (refusal) return reply.code(refusal).send({ error: 'Refused' });
    return { sessionId: '0a0b0c0d-0000-4000-8000-000000000001', status: 'bot_created' };
  });
  server.get<{ Params: { token: string } }>('/api/interview/:token/events', (request, reply) => {
    const session = sessions.get(request.params.token);
    const refusal = session ? session.refusal : 404;
    if (refusal || !session) return reply.code(refusal ?? 404).send({ error: 'Refused' });
    return session.stream(request, reply);
  });
}

const COOKIE = 'signed-in=yes';

function isSignedIn(cookie: string | undefined): boolean {
  return cookie?.includes(COOKIE) ?? false;
}

function addAccount(server: FastifyInstance): void {
  server.post<{ Body: typeof TEST_ACCOUNT }>('/api/auth/sign-in/email', async ({ body }, reply) => {
    if (body.email !== TEST_ACCOUNT.email || body.password !== TEST_ACCOUNT.password) {
      return reply
        .code(401)
        .send({ code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
    }
    return reply.header('set-cookie', `${COOKIE}; Path=/; HttpOnly; SameSite=Lax`).send({ redirect: false });
  });
  server.post('/api/auth/sign-out', async (_request, reply) =>
    reply.header('set-cookie', 'signed-in=; Path=/; Max-Age=0').send({ success: true }),
  );
  server.get('/api/auth/get-session', async ({ headers }, reply) =>
    reply.send(isSignedIn(headers.cookie) ? { user: { email: TEST_ACCOUNT.email, name: 'Ada' } } : 'null'),
  );
}

function addSettings(server: FastifyInstance, clock: () => Date): void {
  let status = { configured: false, last4: null as string | null, updatedAt: null as string | null };
  server.get('/api/settings/api-key', async ({ headers }, reply) =>
    isSignedIn(headers.cookie) ? status : reply.code(401).send({ error: 'Sign in first' }),
  );
  server.put<{ Body: { apiKey: string } }>('/api/settings/api-key', async ({ body }, reply) => {
    if (body.apiKey !== TEST_KEY) {
      return reply.code(400).send({ error: 'The verification service does not accept this key' });
    }
    status = { configured: true, last4: body.apiKey.slice(-4), updatedAt: clock().toISOString() };
    return status;
  });
}

function addHistory(
  server: FastifyInstance,
  state: Pick<PagesServer, 'analyses' | 'beforeAnalyses'> & { readonly queries: URLSearchParams[] },
): void {
  server.get<{ Querystring: Record<string, string> }>('/api/analyses', async ({ query, headers }, reply) => {
    if (!isSignedIn(headers.cookie)) return reply.code(401).send({ error: 'Sign in first' });
    if (!state.analyses) return reply.code(501).send({ error: 'Persistence is not enabled' });
    state.queries.push(new URLSearchParams(query));
    const limit = Number(query['limit'] ?? 50);
    const offset = Number(query['offset'] ?? 0);
    const found = state.analyses.filter(
      (one) =>
        (!query['verdict'] || one.verdict === query['verdict']) &&
        (!query['model'] || one.model === query['model']) &&
        (!query['meeting_source'] || one.meetingSource === query['meeting_source']),
    );
    reply.hijack();
    // A space before it leaves JSON what it is.
    reply.raw.writeHead(200, { 'content-type': 'application/json' }).write(' ');
    await state.beforeAnalyses();
    const page = { analyses: found.slice(offset, offset + limit), total: found.length, limit, offset };
    reply.raw.end(JSON.stringify(page));
    return reply;
  });
}

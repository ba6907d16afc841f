import { roomIdSchema } from '@vivant/contract/room-signal';
import type { Logger } from '@vivant/service-kit/logger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Rooms } from '../../room/rooms.ts';
import { createBotRequest } from './create-bot-request.ts';
import { FakeBot } from './fake-bot.ts';
import { signedHeaders } from './signed-headers.ts';

/** How the fake behaves. */
export interface RecallFakeOptions {
  readonly rooms: Rooms;
  readonly apiKey: string;
  /** Signs its requests when given. */
  readonly secret?: string;
  /** Where status webhooks go; nowhere unless given. */
  readonly webhookUrl?: () => string;
  /** Between attempts to open a socket; three seconds at the real provider. */
  readonly retryMs?: number;
  /** Sends some messages twice and some late. */
  readonly unruly?: boolean;
  readonly logger: Logger;
}

/** An answer that the fake gives instead of its own; `drop` carries the request out and cuts the line. */
export type Injected = { readonly status: number; readonly headers?: Record<string, string> } | 'drop';

/** A request that the fake received. */
interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: FastifyRequest['headers'];
  readonly body: unknown;
}

const ENDED = ['call_ended', 'done', 'fatal'];

/**
 * A meeting-bot provider with the interface of Recall.ai, on this machine: its bots go to built-in rooms, a meeting
 * `https://zoom.us/j/123` being the room `zoom-123`. A kit for tests and for trying things out without an account.
 */
export class RecallFake {
  readonly bots = new Map<string, FakeBot>();
  readonly requests: ReceivedRequest[] = [];
  readonly #options: RecallFakeOptions;
  readonly #server: FastifyInstance;
  readonly #injected: Injected[] = [];
  readonly #answers = new Map<string, { readonly status: number; readonly body: unknown }>();
  readonly #webhooks = new Set<Promise<void>>();

  constructor(options: RecallFakeOptions) {
    this.#options = options;
    // A connection that a client opened and never used would keep it open.
    this.#server = Fastify({ forceCloseConnections: true });
    this.#addRoutes();
  }

  /** Starts it on a free port. */
  async listen(): Promise<URL> {
    return new URL(await this.#server.listen({ host: '127.0.0.1', port: 0 }));
  }

  /** Answers the next create-bot requests so, one each. */
  inject(...answers: Injected[]): void {
    this.#injected.push(...answers);
  }

  async close(): Promise<void> {
    for (const bot of this.bots.values()) bot.end('fatal', 'bot_errored');
    await Promise.all(this.#webhooks);
    await this.#server.close();
  }

  #addRoutes(): void {
    const server = this.#server;
    server.addHook('onRequest', async (request, reply) => {
      const given = request.headers.authorization?.replace(/^Token /, '');
      if (given !== this.#options.apiKey) await reply.code(401).send({ code: 'not_authenticated' });
    });
    server.addHook('preHandler', async ({ method, url, headers, body }) => {
      this.requests.push({ method, path: url, headers, body });
    });
    // Bodyless commands come with a content type as often as without.
    server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    });
    server.post('/api/v1/bot/', (request, reply) => this.#create(request, reply));
    server.get('/api/v1/bot/', async (request) => {
      const filters = Object.entries(request.query as Record<string, string>)
        .filter(([name]) => name.startsWith('metadata__'))
        .map(([name, value]) => [name.slice('metadata__'.length), value] as const);
      const fits = (bot: FakeBot) => filters.every(([key, value]) => bot.metadata[key] === value);
      return { next: null, previous: null, results: [...this.bots.values()].filter(fits).map(present) };
    });
    this.#addBotRoutes();
  }

  #addBotRoutes(): void {
    const withBot = (command: (bot: FakeBot, reply: FastifyReply) => unknown) => {
      return async (request: FastifyRequest, reply: FastifyReply) => {
        const bot = this.bots.get((request.params as { id: string }).id);
        return bot ? command(bot, reply) : reply.code(404).send({ code: 'not_found' });
      };
    };
    const refuse = (reply: FastifyReply, status: number, code: string) => reply.code(status).send({ code });
    this.#server.get('/api/v1/bot/:id/', withBot(present));
    this.#server.post(
      '/api/v1/bot/:id/leave_call/',
      withBot((bot, reply) => {
        if (bot.status === undefined) return refuse(reply, 400, 'cannot_command_unstarted_bot');
        if (ENDED.includes(bot.status)) return refuse(reply, 400, 'cannot_command_completed_bot');
        bot.end('call_ended', 'bot_received_leave_call');
        return present(bot);
      }),
    );
    this.#server.delete(
      '/api/v1/bot/:id/',
      withBot((bot, reply) => {
        if (bot.status !== undefined) return refuse(reply, 405, 'method_not_allowed');
        this.bots.delete(bot.id);
        return reply.code(204).send();
      }),
    );
    this.#server.post(
      '/api/v1/bot/:id/delete_media/',
      withBot((bot, reply) => {
        if (bot.status !== 'done' && bot.status !== 'fatal') return refuse(reply, 400, 'bot_not_done');
        bot.mediaDeleted = true;
        return present(bot);
      }),
    );
  }

  #create(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const injected = this.#injected.shift();
    if (injected && injected !== 'drop')
      return reply
        .code(injected.status)
        .headers(injected.headers ?? {})
        .send({});
    const key = request.headers['idempotency-key'];
    const cached = typeof key === 'string' ? this.#answers.get(key) : undefined;
    const answer = cached ?? this.#createBot(request.body);
    if (typeof key === 'string') this.#answers.set(key, answer);
    if (injected === 'drop') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    return reply.code(answer.status).send(answer.body);
  }

  #createBot(body: unknown): { status: number; body: unknown } {
    // Its firewall takes such an address for an attack, and answers with a page.
    if (JSON.stringify(body).includes('localhost')) return { status: 403, body: '<html>Forbidden</html>' };
    const parsed = createBotRequest.safeParse(body);
    if (!parsed.success) return { status: 400, body: { code: 'invalid', detail: parsed.error.issues } };
    const { rooms, secret, retryMs = 3000, unruly = false, logger } = this.#options;
    const bot = new FakeBot({
      request: parsed.data,
      rooms,
      roomId: roomIdOf(new URL(parsed.data.meeting_url)),
      secret,
      retryMs,
      unruly,
      logger,
      onStatus: (...status) => this.#report(...status),
    });
    this.bots.set(bot.id, bot);
    const isScheduled = parsed.data.join_at && Date.parse(parsed.data.join_at) > Date.now();
    if (!isScheduled) bot.start();
    return { status: 201, body: present(bot) };
  }

  #report(bot: FakeBot, code: string, subCode: string | null, at: string): void {
    const url = this.#options.webhookUrl?.();
    if (!url) return;
    const data = {
      data: { code, sub_code: subCode, updated_at: at },
      bot: { id: bot.id, metadata: bot.metadata },
    };
    const body = JSON.stringify({ event: `bot.${code}`, data });
    const headers = { 'content-type': 'application/json', ...signedHeaders(this.#options.secret, body) };
    const delivery: Promise<void> = fetch(url, { method: 'POST', headers, body })
      .then(async (response) => {
        await response.body?.cancel();
      })
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, 'A webhook was not taken'))
      .finally(() => this.#webhooks.delete(delivery));
    this.#webhooks.add(delivery);
  }
}

/** The built-in room that stands for a meeting, for example `zoom-123`. */
function roomIdOf(meetingUrl: URL): string {
  const site = meetingUrl.hostname.split('.').at(-2) ?? '';
  const meeting = meetingUrl.pathname.split('/').findLast(Boolean) ?? '';
  return roomIdSchema.parse(`${site}-${meeting}`.replace(/[^\w-]/g, '-').slice(0, 64));
}

function present(bot: FakeBot): object {
  const recordings = bot.mediaDeleted ? [] : [{ id: bot.id, status: { code: 'done' }, media_shortcuts: {} }];
  return { id: bot.id, metadata: bot.metadata, status_changes: bot.statusChanges, recordings };
}

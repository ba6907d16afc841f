import { setTimeout as wait } from 'node:timers/promises';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { z } from 'zod';
import { MeetingProviderError } from '../meeting-provider.ts';
import { type BotObject, botObjectSchema, botPageSchema } from './bot-object.ts';

/** Where the provider is, and how patient to be with it. */
export interface RecallApiOptions {
  /** For example `https://us-west-2.recall.ai`; regions are separate deployments. */
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly newId: IdGenerator;
  /** Waits; tests make it short. */
  readonly delay?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The provider understood a request and refused it. */
export class RecallRefusal extends Error {
  override readonly name = 'RecallRefusal';
  readonly status: number;
  /** The provider's code, such as `cannot_command_completed_bot`. */
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`The meeting provider answered ${status}.`);
    this.status = status;
    this.code = code;
  }
}

interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

const REQUEST_TIMEOUT_MS = 15_000;

/** A caller waits for the answer: two rounds of an empty pool, and it is time to say so. */
const PATIENCE_MS = 75_000;

const BACKOFF_MS = [1000, 2000, 4000, 8000, 16_000];

/** The pool of machines is empty (507); the provider asks to come back after this time with another key. */
const POOL_EMPTY_WAIT_MS = 30_000;

const RETRY_AFTER_SECONDS_MAX = 60;

const errorBodySchema = z.object({ code: z.string() });

/** The provider's REST interface: retries what may be retried, with idempotency keys, for a bounded time. */
export class RecallApi {
  readonly #options: RecallApiOptions;
  readonly #delay: NonNullable<RecallApiOptions['delay']>;

  constructor(options: RecallApiOptions) {
    this.#options = options;
    this.#delay = options.delay ?? ((ms, signal) => wait(ms, undefined, signal ? { signal } : {}));
  }

  /** @throws RecallRefusal, MeetingProviderError */
  async createBot(body: object): Promise<BotObject> {
    return botObjectSchema.parse(await this.#send({ method: 'POST', path: 'bot/', body }));
  }

  /** @throws RecallRefusal, MeetingProviderError */
  async bot(botId: string, signal?: AbortSignal): Promise<BotObject> {
    return botObjectSchema.parse(await this.#send({ method: 'GET', path: pathOf(botId), signal }));
  }

  /** Bots that were created for a session. @throws RecallRefusal, MeetingProviderError */
  async botsOfSession(sessionId: string): Promise<BotObject[]> {
    const path = `bot/?metadata__session_id=${encodeURIComponent(sessionId)}`;
    return botPageSchema.parse(await this.#send({ method: 'GET', path })).results;
  }

  /** @throws RecallRefusal, MeetingProviderError */
  async leaveCall(botId: string): Promise<void> {
    await this.#send({ method: 'POST', path: `${pathOf(botId)}leave_call/` });
  }

  /** Only for a bot that has not set out. @throws RecallRefusal, MeetingProviderError */
  async deleteBot(botId: string): Promise<void> {
    await this.#send({ method: 'DELETE', path: pathOf(botId) });
  }

  /** @throws RecallRefusal, MeetingProviderError */
  async deleteMedia(botId: string, signal?: AbortSignal): Promise<void> {
    await this.#send({ method: 'POST', path: `${pathOf(botId)}delete_media/`, signal });
  }

  async #send(request: ApiRequest): Promise<unknown> {
    let idempotencyKey = this.#options.newId();
    let patienceMs = PATIENCE_MS;
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#try(request, idempotencyKey);
      if (response instanceof Response && response.ok) return bodyOf(response);
      const waitMs = waitBeforeRetry(response, attempt);
      if (waitMs === undefined) throw await refusalOf(response as Response);
      // The time that the request itself took is bounded, and counts too.
      patienceMs -= waitMs + 1000;
      if (patienceMs < 0) throw unreachable(response);
      if (response instanceof Response) await response.body?.cancel();
      if (response instanceof Response && response.status === 507) idempotencyKey = this.#options.newId();
      await this.#delay(waitMs, request.signal);
    }
  }

  /** The answer, or what kept it away. */
  async #try({ method, path, body, signal }: ApiRequest, idempotencyKey: string): Promise<Response | Error> {
    const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      return await fetch(new URL(`api/v1/${path}`, this.#options.baseUrl), {
        method,
        headers: {
          authorization: `Token ${this.#options.apiKey}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // The key belongs to this host alone.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      return error as Error;
    }
  }
}

function pathOf(botId: string): string {
  return `bot/${encodeURIComponent(botId)}/`;
}

/** Milliseconds before the same request is made again; undefined when that is no use. */
function waitBeforeRetry(response: Response | Error, attempt: number): number | undefined {
  const backoffMs = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)]!;
  if (response instanceof Error) return backoffMs;
  if (response.status === 507) return POOL_EMPTY_WAIT_MS;
  if (response.status === 429) return retryAfterMs(response) ?? backoffMs;
  // 409: the same idempotency key is in flight, because an earlier attempt was given up here but not there.
  if (response.status === 409 || response.status >= 500) return backoffMs;
  return undefined;
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1000 : undefined;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

async function refusalOf(response: Response): Promise<RecallRefusal> {
  const body: unknown = await response.json().catch(() => undefined);
  return new RecallRefusal(response.status, errorBodySchema.safeParse(body).data?.code);
}

function unreachable(response: Response | Error): MeetingProviderError {
  if (response instanceof Error)
    return new MeetingProviderError('The meeting provider cannot be reached.', {
      retryable: true,
      cause: response,
    });
  const reason = response.status === 507 ? 'has no bot free at the moment' : 'cannot take the request now';
  return new MeetingProviderError(`The meeting provider ${reason}.`, { retryable: true });
}

import { startDeadline } from './deadline.ts';
import {
  ConnectionError,
  type Refusal,
  type RefusalError,
  UnexpectedAnswerError,
  VivantError,
} from './errors.ts';
import type { Form } from './form.ts';
import { readRetryAfter } from './retry.ts';

/** One operation, ready to be sent. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded, from the base address on. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | null | undefined>> | undefined;
  readonly json?: unknown;
  readonly form?: Form | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** `once`: not sent again unless it is sure that nothing was done; otherwise repeating does no harm. */
  readonly repeats?: 'once' | undefined;
  /** `none`: repetitions are recognized without a key. POST requests have one otherwise. */
  readonly idempotency?: 'none' | undefined;
}

/** Where calls are sent. */
export interface ExchangeOptions {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Makes the error of a refused call. */
  readonly toError: (refusal: Refusal, body: unknown) => RefusalError;
}

/** One attempt of a call. */
interface Attempt {
  readonly call: Call;
  readonly idempotencyKey: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends calls, once each. */
export interface Exchange {
  /** @throws VivantError, or the reason of the signal */
  send(attempt: Attempt): Promise<{ status: number; headers: Headers; body: unknown }>;
  /** Answers when the head has arrived, with the body yet to come; only the signal ends either. */
  open(call: Call, signal: AbortSignal): Promise<Response>;
}

/** Makes an exchange over `fetch`. */
export function createExchange(options: ExchangeOptions): Exchange {
  const base = options.baseUrl.replace(/\/+$/, '');
  if (!/^https?:\/\//.test(base)) throw new TypeError('baseUrl must be an http(s) address.');

  async function request(
    { call, idempotencyKey }: Pick<Attempt, 'call' | 'idempotencyKey'>,
    signal: AbortSignal,
  ): Promise<Response> {
    const response = await options.fetch(base + call.path + queryText(call.query), {
      method: call.method,
      headers: { ...options.headers, ...headersOf(call, idempotencyKey) },
      signal,
      // A redirect would take the key along to wherever it points.
      redirect: 'manual',
      ...bodyOf(call),
    });
    if (response.ok) return response;
    throw refusalOf(response, parseJson(await response.text()));
  }

  function refusalOf(response: Response, body: unknown): RefusalError | UnexpectedAnswerError {
    const { status, headers } = response;
    if (status < 400)
      return new UnexpectedAnswerError(status, 'The address redirects, which is not followed.');
    const refusal: Refusal = {
      status,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterMs: readRetryAfter(headers.get('retry-after'), options.now()),
    };
    return options.toError(refusal, body);
  }

  return {
    async send(attempt) {
      const deadline = startDeadline(attempt.timeoutMs, attempt.signal);
      try {
        const response = await request(attempt, deadline.signal);
        const { status, headers } = response;
        return { status, headers, body: parseJson(await response.text()) };
      } catch (error) {
        throw asVivantError(error, deadline.signal);
      } finally {
        deadline.clear();
      }
    },
    async open(call, signal) {
      try {
        return await request({ call, idempotencyKey: undefined }, signal);
      } catch (error) {
        throw asVivantError(error, signal);
      }
    },
  };
}

function headersOf(call: Call, idempotencyKey: string | undefined): Record<string, string> {
  const isKeyed = call.method === 'POST' && call.idempotency !== 'none';
  const headers = {
    accept: 'application/json',
    'content-type': call.form?.contentType ?? (call.json === undefined ? undefined : 'application/json'),
    'idempotency-key': isKeyed ? idempotencyKey : undefined,
    ...call.headers,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function bodyOf({ form, json }: Call): Pick<RequestInit, 'body'> {
  if (form) return { body: form.body };
  return json === undefined ? {} : { body: JSON.stringify(json) };
}

function queryText(query: Call['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.append(name, String(value));
  const text = search.toString();
  return text && `?${text}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What ended an attempt: the caller, the time, the service or the network. */
export function asVivantError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof VivantError) return error;
  return new ConnectionError('The service cannot be reached, or the connection broke.', { cause: error });
}

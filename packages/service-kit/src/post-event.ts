import type { IncomingMessage } from 'node:http';
import { sendPinned } from './pinned-request.ts';
import { type AddressPolicy, ForbiddenAddressError, UnresolvedHostError } from './public-address.ts';

/** An event to be posted, signed. */
export interface SignedEvent {
  readonly url: string;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How to post. */
export interface PostOptions {
  readonly policy: AddressPolicy;
  /** Time for a status, in milliseconds. */
  readonly timeoutMs: number;
  /** Interrupts the attempt, which then counts for nothing. */
  readonly stop: AbortSignal;
}

/** What became of an attempt; texts are shown to the webhook's owner. */
export type Attempted =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'failed'; readonly status: number | null; readonly error: string }
  /** The receiver answered 410: it wants no more events. */
  | { readonly kind: 'gone'; readonly status: number; readonly error: string }
  | { readonly kind: 'interrupted' };

/** Answers to events are read only to let the receiver finish; none needs more. */
const DISCARDED_BYTES_MAX = 64 * 1024;

/** Posts an event to its receiver. Only a status of 2xx within the time is success. Never throws. */
export async function postEvent(event: SignedEvent, options: PostOptions): Promise<Attempted> {
  const { policy, stop } = options;
  const limit = limitAttempt(options);
  try {
    const { status, body } = await sendPinned({
      url: event.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Vivant-Webhooks/1',
        ...event.headers,
      },
      body: event.payload,
      policy,
      signal: limit.signal,
    });
    body.once('close', limit.lift);
    discard(body);
    return judge(status);
  } catch (error) {
    limit.lift();
    if (stop.aborted) return { kind: 'interrupted' };
    return { kind: 'failed', status: null, error: explain(error) };
  }
}

class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Failures whose text says what the webhook's owner can do. */
const EXPLAINED = [ForbiddenAddressError, UnresolvedHostError, NoAnswerError];

/**
 * A signal for one attempt. Not `AbortSignal.any`: what it derives from a signal that lives as long as the
 * process stays in memory (nodejs/node#55351).
 */
function limitAttempt({ timeoutMs, stop }: PostOptions) {
  const limit = new AbortController();
  const onStop = () => limit.abort(stop.reason);
  const late = new NoAnswerError(`No answer within ${timeoutMs / 1000} seconds.`);
  const timer = setTimeout(() => limit.abort(late), timeoutMs).unref();
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });
  return {
    signal: limit.signal,
    lift: () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    },
  };
}

function judge(status: number): Attempted {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  if (status === 410) return { kind: 'gone', status, error: 'The receiver answered 410 (gone).' };
  const isRedirect = status >= 300 && status < 400;
  const error = `The receiver answered ${status}${isRedirect ? ' (a redirect, which is not followed)' : ''}.`;
  return { kind: 'failed', status, error };
}

function explain(error: unknown): string {
  if (EXPLAINED.some((type) => error instanceof type)) return (error as Error).message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return `The connection failed (${code}).`;
}

function discard(body: IncomingMessage): void {
  let byteLength = 0;
  body.on('data', (chunk: Buffer) => {
    byteLength += chunk.byteLength;
    if (byteLength > DISCARDED_BYTES_MAX) body.destroy();
  });
}

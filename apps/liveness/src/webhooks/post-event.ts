import type { IncomingMessage } from 'node:http';
import { sendPinned } from '@vivant/service-kit/pinned-request';
import {
  type AddressPolicy,
  ForbiddenAddressError,
  UnresolvedHostError,
} from '@vivant/service-kit/public-address';

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
  const { policy, timeoutMs, stop } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
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
      signal: AbortSignal.any([timeout, stop]),
    });
    discard(body);
    return judge(status);
  } catch (error) {
    if (stop.aborted) return { kind: 'interrupted' };
    return { kind: 'failed', status: null, error: explain(error, timeout, timeoutMs) };
  }
}

function judge(status: number): Attempted {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  if (status === 410) return { kind: 'gone', status, error: 'The receiver answered 410 (gone).' };
  const isRedirect = status >= 300 && status < 400;
  const error = `The receiver answered ${status}${isRedirect ? ' (a redirect, which is not followed)' : ''}.`;
  return { kind: 'failed', status, error };
}

function explain(error: unknown, timeout: AbortSignal, timeoutMs: number): string {
  if (error instanceof ForbiddenAddressError || error instanceof UnresolvedHostError) return error.message;
  if (timeout.aborted) return `No answer within ${timeoutMs / 1000} seconds.`;
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

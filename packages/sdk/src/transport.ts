import { RefusalError, VivantError } from './errors.ts';
import type { Call, Exchange } from './exchange.ts';
import { isUntouched, retryDelayMs } from './retry.ts';
import type { Runtime } from './runtime.ts';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, its retries included, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time for each attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first. */
  readonly maxRetries?: number | undefined;
  /** Makes calls of the same key and body one call, also over restarts of the program; made by the client if absent. */
  readonly idempotencyKey?: string | undefined;
}

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON; undefined when the answer is none. */
  readonly body: unknown;
  /** How often the call was sent. */
  readonly attempts: number;
}

/** What a client tells about a retry. */
export interface RetryNotice {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: VivantError;
}

/** How patiently calls are sent. */
export interface TransportOptions {
  readonly exchange: Exchange;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** A longer `Retry-After` is not waited for. */
  readonly retryAfterMaxMs: number;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
  readonly runtime: Runtime;
}

/** Sends calls, and sends them again when that may help. */
export interface Transport {
  /** @throws VivantError, or the reason of the signal */
  send(call: Call, options?: CallOptions): Promise<Answer>;
}

/** Makes a transport. */
export function createTransport(options: TransportOptions): Transport {
  const { exchange, runtime } = options;

  /** How long to wait before the next attempt; undefined when there shall be none. */
  function delayOf(call: Call, error: VivantError, attempts: number): number | undefined {
    if (!mayRepeat(call, error)) return undefined;
    const retryAfterMs = error instanceof RefusalError ? error.retryAfterMs : undefined;
    if ((retryAfterMs ?? 0) > options.retryAfterMaxMs) return undefined;
    return retryDelayMs(attempts, retryAfterMs, runtime.random());
  }

  return {
    async send(call, callOptions = {}) {
      const { signal, maxRetries = options.maxRetries, timeoutMs = options.timeoutMs } = callOptions;
      // The same in every attempt: that is what tells a repetition from another request.
      const idempotencyKey = callOptions.idempotencyKey ?? runtime.newId();
      for (let attempts = 1; ; attempts += 1) {
        try {
          return { ...(await exchange.send({ call, idempotencyKey, timeoutMs, signal })), attempts };
        } catch (error) {
          if (!(error instanceof VivantError) || attempts > maxRetries) throw error;
          const delayMs = delayOf(call, error, attempts);
          if (delayMs === undefined) throw error;
          options.onRetry?.({ attempt: attempts, delayMs, error });
          await runtime.pause(delayMs, signal);
        }
      }
    },
  };
}

/** Whether the error passes, and sending the call again does no harm. */
function mayRepeat(call: Call, error: VivantError): boolean {
  if (!error.retryable) return false;
  if (call.repeats !== 'once') return true;
  return error instanceof RefusalError && isUntouched(error.status);
}

import { createExchange } from '../exchange.ts';
import type { Runtime } from '../runtime.ts';
import { systemRuntime } from '../runtime.ts';
import { createTransport, type RetryNotice } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import { type Checks, createChecks } from './checks.ts';
import { toLivenessError } from './liveness-error.ts';
import { readResult } from './result.ts';

export type { ImageSource } from '../base64.ts';
export type { CallOptions, RetryNotice } from '../transport.ts';
export type { ModelChoice } from './check-params.ts';
export type {
  FastCheckCropsParams,
  FastCheckParams,
  FastCheckStreamParams,
  LiveCheckParams,
  VerifyParams,
} from './checks.ts';
export type { Result, ResultMeta } from './result.ts';
export type { StreamFramesParams } from './stream-frames.ts';
export { StreamIncompleteError } from './stream-frames.ts';

/** Where the service is, who calls, and how patiently. */
export interface LivenessClientOptions {
  /** Address of the service, for example `https://liveness.example.com`. */
  readonly baseUrl: string;
  /** An API key (`sk-...`); it belongs on a server. */
  readonly apiKey?: string | undefined;
  /** A verification token (`vt_...`), for a browser: it reaches one session. */
  readonly token?: string | undefined;
  /** The token that applications of one deployment share; lists the models without a key. */
  readonly appToken?: string | undefined;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Time for each attempt, in milliseconds; 60,000 if absent. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first; 3 if absent. */
  readonly maxRetries?: number | undefined;
  /** A longer `Retry-After` is not waited for, in milliseconds; 120,000 if absent. */
  readonly retryAfterMaxMs?: number | undefined;
  /** Told before each wait. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Prefix of the model headers, as the service is configured; `X-Service` if absent. */
  readonly headerPrefix?: string | undefined;
  /** Lets a page use an API key, which everybody who opens the page can read. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** Takes the place of clock, timers and chance, for tests. */
  readonly runtime?: Partial<Runtime> | undefined;
}

/** The client of the liveness API. */
export interface LivenessClient {
  /** Immediate checks. */
  readonly checks: Checks;
}

/**
 * Makes a client of the liveness API.
 * @throws TypeError when the options contradict each other
 */
export function createLivenessClient(options: LivenessClientOptions): LivenessClient {
  const runtime = { ...systemRuntime, ...options.runtime };
  const exchange = createExchange({
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    headers: credentialsOf(options),
    now: runtime.now,
    toError: toLivenessError,
  });
  const transport = createTransport({
    exchange,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 3,
    retryAfterMaxMs: options.retryAfterMaxMs ?? 120_000,
    onRetry: options.onRetry,
    runtime,
  });
  const prefix = options.headerPrefix ?? 'X-Service';
  const api: LivenessApi = {
    runtime,
    send: async (call, callOptions) => readResult(await transport.send(call, callOptions), prefix),
  };
  return { checks: createChecks(api) };
}

function credentialsOf({
  apiKey,
  token,
  dangerouslyAllowBrowser,
}: LivenessClientOptions): Record<string, string> {
  if (apiKey !== undefined && token !== undefined)
    throw new TypeError('Give either apiKey or token, not both.');
  const isPage = 'document' in globalThis;
  if (apiKey !== undefined && isPage && !dangerouslyAllowBrowser)
    throw new TypeError(
      'An API key does not belong into a page: let a server open a session, and use its token.',
    );
  const key = apiKey ?? token;
  return key === undefined ? {} : { 'x-api-key': key };
}

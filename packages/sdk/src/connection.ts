import type { Refusal, RefusalError } from './errors.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { type Runtime, systemRuntime } from './runtime.ts';
import { createTransport, type RetryNotice, type Transport } from './transport.ts';

/** What the clients have in common: where the service is, and how patient they are. */
export interface ConnectionOptions {
  /** Address of the service, for example `https://liveness.example.com`. */
  readonly baseUrl: string;
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
  /** Lets a page use a key, which everybody who opens the page can read. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** Takes the place of clock, timers and chance, for tests. */
  readonly runtime?: Partial<Runtime> | undefined;
}

/** What a client is built on. */
export interface Connection {
  readonly exchange: Exchange;
  readonly transport: Transport;
  readonly runtime: Runtime;
}

const TIMEOUT_MS = 60_000;
const RETRIES = 3;

/** Longer than any window of the rate limits. */
const RETRY_AFTER_MAX_MS = 120_000;

/** Makes what a client is built on; `headers` go with every call. */
export function createConnection(
  options: ConnectionOptions,
  service: {
    readonly headers: Readonly<Record<string, string>>;
    readonly toError: (refusal: Refusal, body: unknown) => RefusalError;
  },
): Connection {
  const {
    timeoutMs = TIMEOUT_MS,
    maxRetries = RETRIES,
    retryAfterMaxMs = RETRY_AFTER_MAX_MS,
    onRetry,
  } = options;
  const runtime = { ...systemRuntime, ...options.runtime };
  const exchange = createExchange({
    baseUrl: options.baseUrl,
    // Browsers want their `fetch` to be called as a function of the page.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    now: runtime.now,
    ...service,
  });
  const transport = createTransport({ exchange, timeoutMs, maxRetries, retryAfterMaxMs, onRetry, runtime });
  return { exchange, transport, runtime };
}

/** @throws TypeError when a page would hold a key */
export function refuseKeyInPage({ dangerouslyAllowBrowser }: ConnectionOptions): void {
  if (!('document' in globalThis) || dangerouslyAllowBrowser) return;
  throw new TypeError(
    'A key does not belong into a page: let a server call, or give out a token for one session.',
  );
}

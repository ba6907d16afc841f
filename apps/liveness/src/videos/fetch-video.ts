import { type PinnedResponse, sendPinned } from '@vivant/service-kit/pinned-request';
import {
  type AddressPolicy,
  ForbiddenAddressError,
  UnresolvedHostError,
} from '@vivant/service-kit/public-address';

/** A video cannot be fetched; the message is for the caller who gave the address, and holds nothing of what answered. */
export class VideoFetchError extends Error {
  override readonly name = 'VideoFetchError';
  /** Whether the same address may work later. */
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}

/** Patience with servers we do not know. */
export interface FetchLimits {
  /** For the whole download, redirects included. */
  readonly totalMsMax: number;
  /** Without an answer, and between two pieces of one. */
  readonly silenceMsMax: number;
}

/** How to fetch. */
export interface FetchOptions extends FetchLimits {
  readonly policy: AddressPolicy;
  readonly signal: AbortSignal;
}

/** Storage services redirect once or twice. */
const REDIRECTS_MAX = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Downloads a video from an address that a caller gave; how much is read is the consumer's decision. Every redirect is
 * checked like the first address. Leaving the loop ends the connection.
 * @throws VideoFetchError, the reason of the signal
 */
export async function* fetchVideo(
  url: string,
  options: FetchOptions,
): AsyncGenerator<Uint8Array, void, void> {
  const watch = new Watch(options);
  let response: PinnedResponse | undefined;
  try {
    response = await follow(url, options.policy, watch);
    for await (const chunk of response.body) {
      watch.heard();
      yield chunk;
    }
  } catch (error) {
    // A body that is cut off fails with an error of its own, whatever cut it off.
    throw watch.signal.aborted ? watch.signal.reason : explain(error);
  } finally {
    watch.end();
    response?.body.destroy();
  }
}

/** Ends a download that takes too long, by its total time or by its silence. */
class Watch {
  readonly signal: AbortSignal;
  readonly #late = new AbortController();
  readonly #limits: FetchLimits;
  readonly #total: NodeJS.Timeout;
  #silence: NodeJS.Timeout;

  constructor(options: FetchOptions) {
    this.#limits = options;
    this.signal = AbortSignal.any([options.signal, this.#late.signal]);
    this.#total = setTimeout(() => this.#giveUp('The download took too long.'), options.totalMsMax);
    this.#silence = this.#waitForMore();
  }

  heard(): void {
    clearTimeout(this.#silence);
    this.#silence = this.#waitForMore();
  }

  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#silence);
  }

  #waitForMore(): NodeJS.Timeout {
    return setTimeout(() => this.#giveUp('The server stopped answering.'), this.#limits.silenceMsMax);
  }

  #giveUp(message: string): void {
    this.#late.abort(new VideoFetchError(message, { retryable: true }));
  }
}

async function follow(url: string, policy: AddressPolicy, watch: Watch): Promise<PinnedResponse> {
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'vivant' };
  let target = url;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await sendPinned({ url: target, method: 'GET', headers, policy, signal: watch.signal });
    watch.heard();
    if (response.status === 200) return response;
    response.body.destroy();
    const { location } = response.headers;
    if (!REDIRECTS.has(response.status) || location === undefined) throw refused(response.status);
    if (!URL.canParse(location, target)) throw new ForbiddenAddressError('A redirect leads nowhere.');
    target = new URL(location, target).href;
  }
  throw new VideoFetchError('The address redirects too often.', { retryable: false });
}

function refused(status: number): VideoFetchError {
  const retryable = status >= 500 || status === 408 || status === 429;
  return new VideoFetchError(`The server answered with status ${status}.`, { retryable });
}

function explain(error: unknown): unknown {
  if (error instanceof VideoFetchError) return error;
  if (error instanceof ForbiddenAddressError)
    return new VideoFetchError(error.message, { retryable: false, cause: error });
  if (error instanceof UnresolvedHostError)
    return new VideoFetchError(error.message, { retryable: true, cause: error });
  return new VideoFetchError('The connection to the server failed.', { retryable: true, cause: error });
}

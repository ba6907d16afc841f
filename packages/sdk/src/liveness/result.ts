import { UnexpectedAnswerError } from '../errors.ts';
import type { Answer } from '../transport.ts';

/** What the headers of an answer say about the model. */
export interface ModelUse {
  /** The model that was used. */
  readonly resolved: string;
  /** Whether the session had its verdict already; then nothing was judged and nothing was charged. */
  readonly cached: boolean;
  /** Set while the model still works but should be replaced. */
  readonly deprecation:
    | {
        /** The model to use instead. */
        readonly suggested: string | undefined;
        /** ISO date after which it may go. */
        readonly sunset: string | undefined;
      }
    | undefined;
}

/** How many requests the key has left for the operation. */
export interface RateLimitState {
  /** Requests in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/** What belongs to an answer beside its data. */
export interface ResultMeta {
  readonly status: number;
  /** For people. */
  readonly message: string;
  /** `X-Request-Id`; name it when you ask for help. Undefined when a proxy or browser hides it. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
  /** Whether this is the kept answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** Set when a model was chosen. */
  readonly model: ModelUse | undefined;
  /** Set when the operation is limited. */
  readonly rateLimit: RateLimitState | undefined;
}

/** The answer to a call. */
export interface Result<Data> {
  readonly data: Data;
  readonly meta: ResultMeta;
}

/**
 * Opens the envelope of an answer.
 * @throws UnexpectedAnswerError when there is none
 */
export function readResult<Data>({ status, headers, body, attempts }: Answer, prefix: string): Result<Data> {
  const envelope = body as { data: Data; success: unknown; message: unknown } | null | undefined;
  if (typeof envelope !== 'object' || envelope === null || envelope.success !== true)
    throw new UnexpectedAnswerError(status, 'What answered is not the liveness service.');
  return {
    data: envelope.data,
    meta: {
      status,
      message: String(envelope.message),
      requestId: headers.get('x-request-id') ?? undefined,
      attempts,
      replayed: headers.get('idempotency-replayed') === 'true',
      model: readModelUse(headers, prefix),
      rateLimit: readRateLimit(headers),
    },
  };
}

function readModelUse(headers: Headers, prefix: string): ModelUse | undefined {
  const resolved = headers.get(`${prefix}-Model-Resolved`);
  if (resolved === null) return undefined;
  const isDeprecated = headers.get('deprecation') === 'true';
  return {
    resolved,
    cached: headers.get(`${prefix}-Cached`) === 'true',
    deprecation: isDeprecated
      ? {
          suggested: headers.get(`${prefix}-Suggested-Model`) ?? undefined,
          sunset: headers.get('sunset') ?? undefined,
        }
      : undefined,
  };
}

/** Reads the headers of draft-ietf-httpapi-ratelimit-headers-10, for example `"burst";r=50;t=30`. */
function readRateLimit(headers: Headers): RateLimitState | undefined {
  const policy = headers.get('ratelimit-policy')?.match(/;q=(\d+)/);
  const state = headers.get('ratelimit')?.match(/;r=(\d+);t=(\d+)/);
  if (!policy || !state) return undefined;
  return { limit: Number(policy[1]), remaining: Number(state[1]), resetSeconds: Number(state[2]) };
}

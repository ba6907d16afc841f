import type { RateLimit, RateLimitState } from './rate-limiter.ts';

/** What callers are told about their limit. */
export interface RateLimitHeaders {
  /** On every answer of a limited route. */
  readonly always: Readonly<Record<'ratelimit-policy' | 'ratelimit', string>>;
  /** Seconds; equal to `t` of `RateLimit`, so never earlier. */
  readonly retryAfter: string;
}

/** Writes a limit and its state as draft-ietf-httpapi-ratelimit-headers-10 has them; seconds are rounded up. */
export function rateLimitHeaders(limit: RateLimit, state: RateLimitState): RateLimitHeaders {
  const resetSeconds = Math.max(1, Math.ceil(state.resetAfterMs / 1000));
  return {
    always: {
      'ratelimit-policy': `"burst";q=${limit.requests};w=${limit.windowSeconds}`,
      ratelimit: `"burst";r=${state.remaining};t=${resetSeconds}`,
    },
    retryAfter: String(resetSeconds),
  };
}

import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ApiError } from './api-error.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { RateLimit, RateLimiter, RateLimitState } from './rate-limiter.ts';

/** How the requests to a route are limited. */
export interface RequestLimit {
  readonly limiter: RateLimiter;
  readonly limit: RateLimit;
  /** Whose requests count together. */
  readonly callerOf: (request: FastifyRequest) => string;
  /** Whether a refusal alone tells of the limit: what is left of it would show what others do. */
  readonly isSecret?: boolean;
}

/**
 * A hook that counts the requests of each caller to each route, and says how many are left.
 * @throws ApiError `rate_limit_exceeded`, `service_unavailable` when they cannot be counted
 */
export function limitRequests(options: RequestLimit): onRequestAsyncHookHandler {
  const { limiter, limit, callerOf, isSecret = false } = options;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { method, url } = request.routeOptions;
    const state = await takeFrom(limiter, limit, `${callerOf(request)} ${String(method)} ${url}`);
    const headers = rateLimitHeaders(limit, state);
    if (!isSecret || !state.allowed) reply.headers(headers.always);
    if (state.allowed) return;
    throw new ApiError(
      'rate_limit_exceeded',
      `More than ${limit.requests} requests within ${limit.windowSeconds} seconds; wait ${headers.retryAfter} seconds.`,
      { headers: { 'retry-after': headers.retryAfter } },
    );
  };
}

/** A limit that cannot be counted is not taken for one that is kept. */
async function takeFrom(limiter: RateLimiter, limit: RateLimit, key: string): Promise<RateLimitState> {
  try {
    return await limiter.take(key, limit);
  } catch (error) {
    throw new ApiError(
      'service_unavailable',
      'Requests cannot be counted at the moment. Try again shortly.',
      { headers: { 'retry-after': '1' }, cause: error },
    );
  }
}

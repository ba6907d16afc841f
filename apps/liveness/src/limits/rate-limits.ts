import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { RateLimit, RateLimiter, RateLimitState } from '@vivant/service-kit/rate-limiter';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { principalOf } from '../keys/authorize.ts';
import { addErrors } from '../openapi/operation.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** The limits a route can have; each counts for every key and endpoint by itself. */
export type RateLimitName = 'check' | 'video';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits the requests of each key to this route; the route must authorize its callers. */
    rateLimit?: RateLimitName;
  }
}

/** What limiting needs from the service. */
export interface RateLimitDependencies {
  readonly rateLimiter: RateLimiter;
  readonly rateLimits: Readonly<Record<RateLimitName, RateLimit>>;
}

/**
 * Limits the routes added after it that have `config: {rateLimit: NAME}`. A request is counted once its caller
 * is known and before its body is read.
 */
export function addRateLimits(server: HttpServer, dependencies: RateLimitDependencies): void {
  const { rateLimiter, rateLimits } = dependencies;
  server.addHook('onRoute', (route) => {
    const name = route.config?.rateLimit;
    if (!name) return;
    route.onRequest = [route.onRequest ?? [], limitRequests(rateLimiter, rateLimits[name])].flat();
    addErrors(route, ['rate_limit_exceeded', 'service_unavailable']);
  });
}

function limitRequests(limiter: RateLimiter, limit: RateLimit): onRequestAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const state = await takeFrom(limiter, limit, request);
    const headers = rateLimitHeaders(limit, state);
    reply.headers(headers.always);
    if (state.allowed) return;
    throw new ApiError(
      'rate_limit_exceeded',
      `More than ${limit.requests} requests within ${limit.windowSeconds} seconds; wait ${headers.retryAfter} seconds.`,
      { headers: { 'retry-after': headers.retryAfter } },
    );
  };
}

/** A limit that cannot be counted is not taken for one that is kept. */
async function takeFrom(
  limiter: RateLimiter,
  limit: RateLimit,
  request: FastifyRequest,
): Promise<RateLimitState> {
  const { keyId } = principalOf(request);
  const { method, url } = request.routeOptions;
  try {
    return await limiter.take(`${keyId} ${String(method)} ${url}`, limit);
  } catch (error) {
    throw new ApiError(
      'service_unavailable',
      'Requests cannot be counted at the moment. Try again shortly.',
      {
        headers: { 'retry-after': '1' },
        cause: error,
      },
    );
  }
}

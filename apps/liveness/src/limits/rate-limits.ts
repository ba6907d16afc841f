import type { HttpServer } from '@vivant/service-kit/http-server';
import { limitRequests } from '@vivant/service-kit/limit-requests';
import type { RateLimit, RateLimiter } from '@vivant/service-kit/rate-limiter';
import type { FastifyRequest } from 'fastify';
import { principalOf } from '../keys/authorize.ts';
import { addErrors } from '../openapi/operation.ts';

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
    const callerOf = (request: FastifyRequest) => principalOf(request).keyId;
    route.onRequest = [
      route.onRequest ?? [],
      limitRequests({ limiter: rateLimiter, limit: rateLimits[name], callerOf }),
    ].flat();
    addErrors(route, ['rate_limit_exceeded', 'service_unavailable']);
  });
}

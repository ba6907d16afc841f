import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimiter } from './rate-limiter.ts';

/** Counts in Redis, for all processes that share it and the prefix. */
export function createRedisRateLimiter(client: Redis, keyPrefix = 'vivant:limit'): RateLimiter {
  const limiters = new Map<string, RateLimiterRedis>();

  /** The library fixes the limit for each of its objects. */
  function limiterFor({ requests, windowSeconds }: RateLimit): RateLimiterRedis {
    const name = `${requests}/${windowSeconds}`;
    const limiter =
      limiters.get(name) ??
      new RateLimiterRedis({ storeClient: client, keyPrefix, points: requests, duration: windowSeconds });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    async take(key, limit) {
      const state = await consume(limiterFor(limit), key);
      return {
        allowed: state.consumedPoints <= limit.requests,
        remaining: Math.max(0, state.remainingPoints),
        resetAfterMs: Math.max(1, state.msBeforeNext),
      };
    },
  };
}

/** A refused request is rejected with its state, a failure of Redis with an error. */
async function consume(limiter: RateLimiterRedis, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

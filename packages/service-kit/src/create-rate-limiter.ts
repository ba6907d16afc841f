import type { Clock } from './clock.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RedisConnection } from './redis.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

/** Counts in Redis for all replicas together; without it there is one process, which counts by itself. */
export function createRateLimiter(redis: RedisConnection, clock: Clock): RateLimiter {
  return redis.kind === 'redis' ? createRedisRateLimiter(redis.client) : createMemoryRateLimiter(clock);
}

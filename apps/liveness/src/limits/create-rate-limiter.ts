import type { Clock } from '@vivant/service-kit/clock';
import { createMemoryRateLimiter } from '@vivant/service-kit/memory-rate-limiter';
import type { RateLimiter } from '@vivant/service-kit/rate-limiter';
import type { RedisConnection } from '@vivant/service-kit/redis';
import { createRedisRateLimiter } from '@vivant/service-kit/redis-rate-limiter';

/** Counts in Redis for all replicas together; without it there is one process, which counts by itself. */
export function createRateLimiter(redis: RedisConnection, clock: Clock): RateLimiter {
  return redis.kind === 'redis' ? createRedisRateLimiter(redis.client) : createMemoryRateLimiter(clock);
}

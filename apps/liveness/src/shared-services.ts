import type { Engine } from '@vivant/engine/check';
import type { Clock } from '@vivant/service-kit/clock';
import { createRateLimiter } from '@vivant/service-kit/create-rate-limiter';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { RateLimiter } from '@vivant/service-kit/rate-limiter';
import type { RedisConnection } from '@vivant/service-kit/redis';
import { createSweeper, type Sweeper } from '@vivant/service-kit/sweeper';
import type { CompleteConfig } from './config.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency/idempotency-store.ts';
import type { RateLimitDependencies } from './limits/rate-limits.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { createWebhooks, type Webhooks } from './webhooks/create-webhooks.ts';

/** What all routes share: limits, repetitions, events, metrics. */
export interface SharedServices extends Webhooks {
  readonly rateLimiter: RateLimiter;
  readonly rateLimits: RateLimitDependencies['rateLimits'];
  readonly idempotency: IdempotencyStore;
  readonly metrics: Metrics;
  readonly sweeper: Sweeper;
}

/** What they are built from. */
export interface SharedSources {
  readonly config: CompleteConfig;
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly engine: Pick<Engine, 'queueLength'>;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  readonly leaseTtlMs: number | undefined;
  readonly webhookTimeoutMs: number | undefined;
  /** What else is to be removed from time to time. */
  readonly sweeps: Readonly<Record<string, () => Promise<void>>>;
}

/** Builds them; what runs in the background is not started. */
export function createSharedServices(sources: SharedSources): SharedServices {
  const { config, database, redis, engine, clock, newId, logger, leaseTtlMs } = sources;
  const encryptionKey = config.secrets.SETTINGS_ENCRYPTION_KEY;
  const common = { database, clock, newId, logger, encryptionKey };
  const idempotency = createIdempotencyStore({ ...common, leaseTtlMs });
  const webhooks = createWebhooks({
    ...common,
    allowPrivate: config.webhookAllowPrivate,
    timeoutMs: sources.webhookTimeoutMs,
  });
  return {
    ...webhooks,
    idempotency,
    rateLimiter: createRateLimiter(redis, clock),
    rateLimits: config.rateLimits,
    sweeper: createSweeper(
      {
        ...sources.sweeps,
        idempotency: () => idempotency.sweep(),
        webhooks: () => webhooks.deliveries.sweep(),
      },
      logger,
    ),
    metrics: createMetrics({
      queueLength: () => engine.queueLength,
      pendingDeliveries: () => webhooks.deliveries.countPending(),
    }),
  };
}

import type { Engine } from '@vivant/engine/check';
import { type Clock, systemClock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { type IdGenerator, randomId } from '@vivant/service-kit/ids';
import { createLogger, type Logger } from '@vivant/service-kit/logger';
import { connectRedis } from '@vivant/service-kit/redis';
import { type Judging, openConfiguredDatabase, openEngine } from './adapters.ts';
import { createRunCheck } from './checks/run-check.ts';
import type { LivenessConfig } from './config.ts';
import { type HealthSources, isReady, readHealth } from './health/read-health.ts';
import { createAuthenticate } from './keys/authenticate.ts';
import { createCatalogue } from './models/catalogue.ts';
import type { ObjectStore } from './objects/object-store.ts';
import type { ServerDependencies } from './server.ts';
import { createFindVerdict } from './sessions/find-verdict.ts';
import { createLeaseStore } from './sessions/lease-store.ts';
import { createSessionGuard } from './sessions/session-guard.ts';
import { readVersion } from './version.ts';
import { createVideoServices } from './videos/video-services.ts';
import type { VideoWorker } from './videos/video-worker.ts';

/** Parts a test or another process brings itself; what is brought is not closed. */
export interface ServiceOverrides {
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly newId?: IdGenerator;
  readonly database?: Database;
  /** An engine comes with the manifests of the models it knows. */
  readonly judging?: Judging;
  readonly leaseTtlMs?: number;
  readonly objects?: ObjectStore;
  /** How long a stopping worker may finish its videos before it gives them back. */
  readonly videoStopPatienceMs?: number;
}

/** The service, wired: what its routes call, and what its owner starts and ends. */
export interface Services extends ServerDependencies {
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly database: Database;
  readonly engine: Engine;
  /** Starts and ends with its owner's role of worker. */
  readonly videoWorker: VideoWorker;
  /** Ends what was opened here, in order. Idempotent. */
  close(): Promise<void>;
}

/** Builds the service from its configuration: opens the database, prepares the engine, starts neither. */
export async function createServices(
  config: LivenessConfig,
  overrides: ServiceOverrides = {},
): Promise<Services> {
  const { clock = systemClock, newId = randomId } = overrides;
  const version = readVersion();
  const logger = overrides.logger ?? createLogger({ service: 'liveness', level: config.logLevel });
  const { engine, manifests } = overrides.judging ?? (await openEngine(config, logger));
  const database = overrides.database ?? (await openConfiguredDatabase(config));
  const redis = connectRedis({ url: config.redisUrl, logger });

  const catalogue = createCatalogue(manifests);
  const leases = createLeaseStore({ database, newId, logger, ttlMs: overrides.leaseTtlMs });
  const sessions = createSessionGuard(createFindVerdict(database, clock), leases);
  const { videos, videoWorker, closeVideos } = createVideoServices(config, {
    database,
    engine,
    catalogue,
    clock,
    newId,
    logger,
    objects: overrides.objects,
    stopPatienceMs: overrides.videoStopPatienceMs,
  });
  const health: HealthSources = {
    version,
    environment: config.environment,
    engine,
    modelIds: catalogue.ids,
    database,
    redis,
  };

  return {
    logger,
    clock,
    newId,
    database,
    engine,
    videos,
    videoWorker,
    catalogue,
    authenticate: createAuthenticate(database, clock),
    runCheck: createRunCheck({ database, engine, sessions, clock, newId }),
    readHealth: () => readHealth(health),
    isReady: () => isReady(health),
    version,
    headerPrefix: config.modelHeaderPrefix,
    frameBytesMax: config.frameBytesMax,
    bodyBytesMax: config.bodyBytesMax,
    async close() {
      await closeVideos();
      if (!overrides.judging) await engine.stop();
      await redis.close();
      if (!overrides.database) await database.close();
    },
  };
}

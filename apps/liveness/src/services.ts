import type { Engine } from '@vivant/engine/check';
import { type Clock, systemClock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { type IdGenerator, randomId } from '@vivant/service-kit/ids';
import { createLogger, type Logger } from '@vivant/service-kit/logger';
import { connectRedis, type RedisConnection } from '@vivant/service-kit/redis';
import { type Judging, openConfiguredDatabase, openEngine } from './adapters.ts';
import { createFrameChecks } from './buffers/create-frame-checks.ts';
import { createCalibrate } from './calibrations/create-calibrate.ts';
import { createRunCheck } from './checks/run-check.ts';
import type { CompleteConfig } from './config.ts';
import { type HealthSources, isReady, readHealth } from './health/read-health.ts';
import { meterEngine } from './metrics/metered-engine.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Catalogue, createCatalogue } from './models/catalogue.ts';
import { createObjectRemoval } from './objects/object-removal.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { openObjectStore } from './objects/open-object-store.ts';
import { createPlatform } from './platform-services.ts';
import type { ServerDependencies } from './server.ts';
import { createFindVerdict } from './sessions/find-verdict.ts';
import { createLeaseStore } from './sessions/lease-store.ts';
import { createSessionGuard } from './sessions/session-guard.ts';
import { createSharedServices, type SharedServices } from './shared-services.ts';
import { createStoreVideo } from './uploads/store-video.ts';
import { readVersion } from './version.ts';
import { createSubmissionRetention } from './videos/submission-retention.ts';
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
  /** Time for a webhook's receiver to answer. */
  readonly webhookTimeoutMs?: number;
  readonly objects?: ObjectStore;
  /** How long a stopping worker may finish its videos before it gives them back. */
  readonly videoStopPatienceMs?: number;
}

/** The service, wired: what its routes call, and what its owner starts and ends. */
export interface Services extends ServerDependencies, SharedServices {
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly database: Database;
  readonly engine: Engine;
  readonly metrics: Metrics;
  /** Starts and ends with its owner's role of worker. */
  readonly videoWorker: VideoWorker;
  /** Ends what was opened here, in order. Idempotent. */
  close(): Promise<void>;
}

/** Builds the service from its configuration: opens the database, prepares the engine, starts neither. */
export async function createServices(
  config: CompleteConfig,
  overrides: ServiceOverrides = {},
): Promise<Services> {
  const { clock = systemClock, newId = randomId } = overrides;
  const version = readVersion();
  const logger = overrides.logger ?? createLogger({ service: 'liveness', level: config.logLevel });
  const {
    engine,
    manifests,
    fingerprints = new Map(),
  } = overrides.judging ?? (await openEngine(config, logger));
  const database = overrides.database ?? (await openConfiguredDatabase(config));
  const redis = connectRedis({ url: config.redisUrl, logger });

  const catalogue = createCatalogue(manifests);
  const parts = { config, overrides, clock, newId, logger, engine, database, redis, catalogue, fingerprints };
  const { closeParts, ...features } = createFeatures(parts);
  const modelIds = catalogue.ids;
  const health: HealthSources = {
    version,
    environment: config.environment,
    engine,
    modelIds,
    database,
    redis,
  };

  return {
    logger,
    database,
    engine,
    ...features,
    readHealth: () => readHealth(health),
    isReady: () => isReady(health),
    version,
    frameBytesMax: config.frameBytesMax,
    bodyBytesMax: config.bodyBytesMax,
    async close() {
      await closeParts();
      if (!overrides.judging) await engine.stop();
      await redis.close();
      if (!overrides.database) await database.close();
    },
  };
}

/** What every feature is built on. */
interface Parts {
  readonly config: CompleteConfig;
  readonly overrides: ServiceOverrides;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  readonly engine: Engine;
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly catalogue: Catalogue;
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** Builds the features: checks, buffers, videos, platform, and what they share. */
function createFeatures(parts: Parts) {
  const { config, overrides, clock, newId, logger, engine, database, catalogue } = parts;
  const { leaseTtlMs, webhookTimeoutMs, videoStopPatienceMs: stopPatienceMs } = overrides;
  const objects = overrides.objects ?? openObjectStore(config);
  const removal = createObjectRemoval({ database, objects, clock, logger });
  const leases = createLeaseStore({ database, newId, logger, ttlMs: leaseTtlMs });
  const findVerdict = createFindVerdict(database, clock);
  const sessions = createSessionGuard(findVerdict, leases);
  const shared = createSharedServices({
    ...parts,
    leaseTtlMs,
    webhookTimeoutMs,
    sweeps: {
      uploads: () => frameChecks.sweepUploads(),
      objects: () => removal.sweep(),
      videos: createSubmissionRetention(database, clock, config.videoRetentionDays),
    },
  });
  const metered = meterEngine(engine, shared.metrics, clock);
  const calibrate = createCalibrate(parts);
  const runCheck = createRunCheck({ database, engine: metered, sessions, calibrate, clock, newId });
  const frameChecks = createFrameChecks({ ...parts, objects, removal, findVerdict, runCheck });
  const { videos, videoWorker, closeVideos } = createVideoServices(config, {
    ...parts,
    engine: metered,
    calibrate,
    objects,
    removal,
    stopPatienceMs,
  });
  return {
    ...createPlatform({ config, database, clock, newId, catalogue, frameChecks }),
    ...shared,
    streams: frameChecks.streams,
    uploads: frameChecks.uploads,
    runCheck,
    findVerdict,
    storeVideo: createStoreVideo({ ...config, ...frameChecks.uploads }),
    videoBytesMax: config.videoBytesMax,
    videos,
    videoWorker,
    closeParts: async (): Promise<void> => {
      shared.metrics.close();
      await shared.sweeper.stop();
      await shared.deliveryWorker.stop();
      await closeVideos();
      await frameChecks.close();
      if (!overrides.objects) await objects.close();
    },
  };
}

import { join } from 'node:path';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { RedisConnection } from '@vivant/service-kit/redis';
import type { CheckRecord } from '../checks/checks-table.ts';
import { createFindFinished } from '../checks/find-finished.ts';
import type { RunCheck } from '../checks/run-check.ts';
import type { LivenessConfig } from '../config.ts';
import type { ObjectRemoval } from '../objects/object-removal.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { SessionRef } from '../sessions/lease-store.ts';
import { type CheckBuffered, createCheckBuffered } from './check-buffered.ts';
import type { FrameBuffer } from './frame-buffer.ts';
import { FrameSpill } from './frame-spill.ts';
import { MemoryBuffer } from './memory.ts';
import { createRedisBuffer } from './redis.ts';
import { createStoreBatch, type StoreBatch } from './store-batch.ts';
import { createStoredBuffer } from './stored.ts';

/** Lifetime of buffered frames from the last new one on. */
const TTL_MS = 300_000;

/** Sessions whose material comes in parts: where it waits, how it gets there and how it is judged. */
export interface BufferedSessions {
  readonly frameBuffer: FrameBuffer;
  readonly storeBatch: StoreBatch;
  readonly checkBuffered: CheckBuffered;
}

/** Checks of material that comes in parts. */
export interface FrameChecks {
  readonly streams: BufferedSessions;
  readonly uploads: BufferedSessions;
  /** Removes uploads whose time is over. */
  sweepUploads(): Promise<void>;
  close(): Promise<void>;
}

/** What they are built from. */
export interface FrameCheckSources {
  readonly config: Pick<
    LivenessConfig,
    'dataDir' | 'sessionBytesMax' | 'frameBufferBytesMax' | 'frameMemoryBytesMax' | 'uploadBytesMax'
  >;
  readonly redis: RedisConnection;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly removal: ObjectRemoval;
  readonly findVerdict: (session: SessionRef) => Promise<CheckRecord | undefined>;
  readonly runCheck: RunCheck;
}

/**
 * Builds them. Frames of streams wait in Redis, when there is one, or in this process and, beyond its memory, in files of its own. Uploads wait in the object store
 * where every replica finds them: S3, or files when this process is the only one.
 */
export function createFrameChecks(sources: FrameCheckSources): FrameChecks {
  const { config, redis, clock, database, findVerdict, runCheck } = sources;
  const limits = { ttlMs: TTL_MS, sessionBytesMax: config.sessionBytesMax };
  const findFinished = createFindFinished(findVerdict);
  const sessionsOf = (frameBuffer: FrameBuffer): BufferedSessions => ({
    frameBuffer,
    storeBatch: createStoreBatch({ database, frameBuffer, findFinished }),
    checkBuffered: createCheckBuffered({ frameBuffer, findFinished, runCheck }),
  });
  const streams = sessionsOf(
    redis.kind === 'redis'
      ? createRedisBuffer({ client: redis.client, ...limits })
      : new MemoryBuffer({
          clock,
          bytesMax: config.frameBufferBytesMax,
          spill: {
            files: new FrameSpill(join(config.dataDir, 'frames')),
            memoryBytesMax: config.frameMemoryBytesMax,
          },
          ...limits,
        }),
  );
  const stored = createStoredBuffer({ ...sources, ...limits, bytesMax: config.uploadBytesMax });
  const isShared = sources.objects.kind === 's3' || redis.kind !== 'redis';
  return {
    streams,
    uploads: isShared ? sessionsOf(stored) : streams,
    sweepUploads: () => stored.sweep(),
    close: () => streams.frameBuffer.close(),
  };
}

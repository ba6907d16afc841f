import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { RedisConnection } from '@vivant/service-kit/redis';
import type { CheckRecord } from '../checks/checks-table.ts';
import { createFindFinished, type FindFinished } from '../checks/find-finished.ts';
import type { RunCheck } from '../checks/run-check.ts';
import type { LivenessConfig } from '../config.ts';
import type { SessionRef } from '../sessions/lease-store.ts';
import { type CheckBuffered, createCheckBuffered } from './check-buffered.ts';
import type { FrameBuffer } from './frame-buffer.ts';
import { MemoryBuffer } from './memory.ts';
import { createRedisBuffer } from './redis.ts';
import { createStoreBatch, type StoreBatch } from './store-batch.ts';

/** Lifetime of buffered frames from the last new one on. */
const TTL_MS = 300_000;

/** Checks of material that comes in parts. */
export interface FrameChecks {
  readonly frameBuffer: FrameBuffer;
  readonly findFinished: FindFinished;
  readonly storeBatch: StoreBatch;
  readonly checkBuffered: CheckBuffered;
}

/** Builds them over Redis, when there is one, or over this process; the owner closes the buffer. */
export function createFrameChecks(dependencies: {
  readonly config: Pick<LivenessConfig, 'sessionBytesMax' | 'frameBufferBytesMax'>;
  readonly redis: RedisConnection;
  readonly clock: Clock;
  readonly database: Database;
  readonly findVerdict: (session: SessionRef) => Promise<CheckRecord | undefined>;
  readonly runCheck: RunCheck;
}): FrameChecks {
  const { config, redis, clock, database, findVerdict, runCheck } = dependencies;
  const limits = { ttlMs: TTL_MS, sessionBytesMax: config.sessionBytesMax };
  const frameBuffer =
    redis.kind === 'redis'
      ? createRedisBuffer({ client: redis.client, ...limits })
      : new MemoryBuffer({ clock, bytesMax: config.frameBufferBytesMax, ...limits });
  const findFinished = createFindFinished(findVerdict);
  return {
    frameBuffer,
    findFinished,
    storeBatch: createStoreBatch({ database, frameBuffer, findFinished }),
    checkBuffered: createCheckBuffered({ frameBuffer, findFinished, runCheck }),
  };
}

import type { Health } from '@vivant/contract/health';
import type { Engine } from '@vivant/engine/check';
import { dependencyStatus, type Pingable } from '@vivant/service-kit/dependency-status';

/** What the health record is read from. */
export interface HealthSources {
  readonly version: string;
  readonly environment: Health['environment'];
  readonly engine: Pick<Engine, 'ready'>;
  readonly modelIds: readonly string[];
  readonly database: Pingable;
  /** Absent when Redis is not configured: the in-process stand-in is always there. */
  readonly redis: Pingable | undefined;
}

/** Builds the health record. It never rejects: a dependency that fails is reported, without its details. */
export async function readHealth(sources: HealthSources): Promise<Health> {
  const [database, redis] = await Promise.all([
    dependencyStatus(sources.database),
    dependencyStatus(sources.redis),
  ]);
  const healthy = sources.engine.ready && database === 'ok' && redis === 'ok';
  return {
    status: healthy ? 'healthy' : 'degraded',
    version: sources.version,
    environment: sources.environment,
    models_loaded: sources.engine.ready ? [...sources.modelIds] : [],
    dependencies: { database, redis },
  };
}

/** Whether a check sent now can be judged and stored. */
export async function isReady({ engine, database }: HealthSources): Promise<boolean> {
  return engine.ready && (await dependencyStatus(database)) === 'ok';
}

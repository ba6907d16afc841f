import type { Health } from '@vivant/contract/health';
import type { Engine } from '@vivant/engine/check';

/** Something the service depends on and can ask for a sign of life. */
export interface Pingable {
  /** Resolves when it answers; rejects when it does not within a few seconds. */
  ping(): Promise<void>;
}

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
  const [database, redis] = await Promise.all([statusOf(sources.database), statusOf(sources.redis)]);
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
  return engine.ready && (await statusOf(database)) === 'ok';
}

async function statusOf(dependency: Pingable | undefined): Promise<string> {
  try {
    await dependency?.ping();
    return 'ok';
  } catch {
    return 'error: no answer';
  }
}

import { dependencyStatus, type Pingable } from '@vivant/service-kit/dependency-status';

/** State of the bot. */
export interface BotHealth {
  readonly status: 'healthy' | 'degraded';
  readonly version: string;
  readonly environment: 'development' | 'production';
  readonly sessions: number;
  readonly dependencies: {
    readonly database: string;
    readonly redis: string;
    readonly verification_service: string;
  };
}

/** What the state is read from. */
export interface BotHealthSources {
  readonly version: string;
  readonly environment: BotHealth['environment'];
  readonly database: Pingable;
  readonly redis: Pingable;
  readonly livenessUrl: string;
  readonly countSessions: () => number;
}

const TIMEOUT_MS = 2_000;

/** Reads the state. It never rejects: a dependency that fails is reported, without its details. */
export async function readHealth(sources: BotHealthSources): Promise<BotHealth> {
  const { version, environment, database, redis, livenessUrl, countSessions } = sources;
  const [databaseStatus, redisStatus, livenessStatus] = await Promise.all([
    dependencyStatus(database),
    dependencyStatus(redis),
    dependencyStatus({ ping: () => pingService(livenessUrl) }),
  ]);
  const dependencies = {
    database: databaseStatus,
    redis: redisStatus,
    verification_service: livenessStatus,
  };
  const isHealthy = Object.values(dependencies).every((status) => status === 'ok');
  return {
    status: isHealthy ? 'healthy' : 'degraded',
    version,
    environment,
    sessions: countSessions(),
    dependencies,
  };
}

async function pingService(url: string): Promise<void> {
  const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error('The service answers with an error.');
}

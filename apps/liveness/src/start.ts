import type { HttpServer } from '@vivant/service-kit/http-server';
import type { Logger } from '@vivant/service-kit/logger';
import { migrate } from '@vivant/service-kit/migrate';
import { completeSecrets } from '@vivant/service-kit/secrets';
import { type Bootstrapped, bootstrap } from './bootstrap/bootstrap.ts';
import type { LivenessConfig } from './config.ts';
import { MIGRATIONS } from './migrations.ts';
import { buildServer, buildWorkerServer } from './server.ts';
import { createServices, type ServiceOverrides } from './services.ts';

/** How to start, besides the configuration. */
export interface StartOptions extends ServiceOverrides {
  readonly logger: Logger;
  /** Told once, at the first start, what was created. The secrets are known at no other time. */
  readonly onBootstrapped?: (created: Bootstrapped) => void;
}

/** A service that answers. */
export interface RunningLiveness {
  /** Base address, with the port that was picked. */
  readonly url: string;
  /** Answers what has begun, then ends everything in order. Idempotent. */
  stop(): Promise<void>;
}

/** A process that judges videos and answers its orchestrator. */
export interface RunningWorker {
  /** Where it answers `/livez`, `/readyz`, `/health` and `/metrics`, with the port that was picked. */
  readonly url: string;
  /** Finishes or gives back what it is judging, then ends everything in order. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a process that judges queued videos; of requests it answers those of its orchestrator.
 * @throws ConfigError in production, naming each secret that is missing
 */
export async function startWorker(config: LivenessConfig, options: StartOptions): Promise<RunningWorker> {
  const { logger } = options;
  const { environment, dataDir, secrets: given } = config;
  const secrets = await completeSecrets({ given, environment, dataDir });
  const services = await createServices({ ...config, secrets }, options);
  const server = buildWorkerServer(services);
  async function stop(): Promise<void> {
    await server.close();
    await services.close();
  }
  try {
    await migrate(services.database, MIGRATIONS);
    await services.engine.start();
    await services.videoWorker.start();
    const url = await server.listen({ host: config.host, port: config.port });
    logger.info({ models: services.catalogue.ids }, 'worker is ready');
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the liveness service: database and migrations, engine, first organization, then the port, so that
 * nothing is accepted before it can be judged. The caller holds the lock of the data directory.
 * @throws ConfigError in production, naming each secret that is missing
 */
export async function startLiveness(config: LivenessConfig, options: StartOptions): Promise<RunningLiveness> {
  const { environment, dataDir, secrets } = config;
  const { logger } = options;
  const completed = await completeSecrets({ given: secrets, environment, dataDir });
  const services = await createServices({ ...config, secrets: completed }, options);
  let server: HttpServer | undefined;
  async function stop(): Promise<void> {
    await server?.close();
    await services.close();
  }
  try {
    server = await buildServer(services);
    await migrate(services.database, MIGRATIONS);
    logger.info({ database: services.database.kind }, 'database is up to date');
    await services.engine.start();
    logger.info({ models: services.catalogue.ids, workers: config.inferenceWorkers }, 'engine is ready');
    const created = config.bootstrap && (await bootstrap(services, config.bootstrap));
    if (created) options.onBootstrapped?.(created);
    await services.videos.queue.start();
    if (config.roles.has('worker')) await services.videoWorker.start();
    const url = await server.listen({ host: config.host, port: config.port });
    services.deliveryWorker.start();
    services.sweeper.start();
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

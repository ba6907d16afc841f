import { createFrameGate } from '@vivant/engine/frame-gate-pool';
import { systemClock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { randomId } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { migrate } from '@vivant/service-kit/migrate';
import { completeSecrets } from '@vivant/service-kit/secrets';
import { prepareWeights } from '@vivant/weights/prepare';
import type { BotConfig } from './config.ts';
import { createMeetings } from './meetings.ts';
import { MIGRATIONS } from './migrations.ts';
import { systemTimers } from './scans/timers.ts';
import { buildBotServer } from './server.ts';
import { type BotParts, type BotServices, createBotServices } from './services.ts';
import { createOpenRunner } from './sessions/open-runner.ts';

/** How to start, besides the configuration. */
export interface StartBotOptions {
  readonly logger: Logger;
  /** An open database that another service of the process uses too; it is not closed here. */
  readonly database?: Database;
}

/** A bot that answers. */
export interface RunningBot {
  /** Base address, with the port that was picked. */
  readonly url: string;
  /** Ends the sessions, answers what has begun, then ends everything in order. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts the bot: gate, database and migrations, sessions that a dead process has left, then the port. The caller holds
 * the lock of the data directory.
 * @throws ConfigError in production, naming each secret that is missing
 */
export async function startBot(config: BotConfig, options: StartBotOptions): Promise<RunningBot> {
  const { logger } = options;
  const clock = systemClock;
  const newId = randomId;
  const gate = createFrameGate({
    netPaths: await prepareWeights({
      cacheDir: config.weightsDir,
      onProgress: () => undefined,
    }),
    workers: config.gateWorkers,
    onWorkerLost: () => logger.error('a worker that looks at frames ended unexpectedly'),
  });
  const address = { url: config.publicUrl };
  const publicUrl = () => address.url ?? `http://${config.host}:${config.port}`;
  const parts: BotParts = {
    openRunner: createOpenRunner({ gate, clock, timers: systemTimers, newId, logger }),
    meetings: createMeetings({ config, publicUrl, clock, newId, logger }),
    publicUrl,
  };
  try {
    await gate.start();
    const running = await startServer(config, parts, options);
    address.url ??= running.url;
    return {
      url: running.url,
      async stop() {
        await running.stop();
        await gate.stop();
      },
    };
  } catch (error) {
    await gate.stop();
    throw error;
  }
}

/** The same over parts that the caller brings. */
export async function startServer(
  config: BotConfig,
  parts: BotParts,
  { logger, database }: StartBotOptions,
): Promise<RunningBot> {
  const { environment, dataDir, secrets: given } = config;
  const secrets = await completeSecrets({ given, environment, dataDir });
  const overrides = { logger, ...(database && { database }) };
  const services = await createBotServices({ ...config, secrets }, parts, overrides);
  let server: HttpServer | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll(services, server);
    return stopping;
  };
  try {
    server = await buildBotServer(services);
    await migrate(services.database, MIGRATIONS);
    logger.info({ database: services.database.kind }, 'database is up to date');
    await services.serveCommands();
    await services.keeper.start();
    const url = await server.listen({ host: config.host, port: config.port });
    services.deliveryWorker.start();
    services.sweeper.start();
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sessions first, while their events still reach those who listen. */
async function stopAll(services: BotServices, server: HttpServer | undefined): Promise<void> {
  await services.endSessions();
  await server?.close();
  await services.close();
}

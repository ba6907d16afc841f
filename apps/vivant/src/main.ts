import { readBotConfig } from '@vivant/bot/config';
import { type RunningBot, startBot } from '@vivant/bot/start';
import { type LivenessConfig, readLivenessConfig } from '@vivant/liveness/config';
import { type RunningLiveness, type RunningWorker, startLiveness, startWorker } from '@vivant/liveness/start';
import { type DataDirLock, DataDirLockedError, lockDataDir } from '@vivant/service-kit/data-dir';
import { type Database, openDatabase } from '@vivant/service-kit/database';
import { DatabaseUnavailableError } from '@vivant/service-kit/database-errors';
import { ConfigError } from '@vivant/service-kit/environment';
import { type Part, runUntilSignal } from '@vivant/service-kit/lifecycle';
import { createLogger } from '@vivant/service-kit/logger';
import { printCreated, printPages, printReady } from './print-welcome.ts';

/** Failures whose message tells an operator what to do; a stack would hide it. */
const EXPLAINED = [ConfigError, DataDirLockedError, DatabaseUnavailableError];

try {
  await run();
} catch (error) {
  if (!(error instanceof Error && EXPLAINED.some((type) => error instanceof type))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// WebRTC's native threads crash a process that ends by itself after it had a connection (@roamhq/wrtc 0.10).
process.exit();

async function run(): Promise<void> {
  const config = readLivenessConfig();
  // Read again when its address is known; what is wrong is said before anything starts.
  if (config.roles.has('bot')) readBotConfig();
  const logger = createLogger({ service: 'vivant', level: config.logLevel });
  await runUntilSignal(partsOf(config), { logger });
}

/** What a part that starts later needs of those before it. */
interface Started {
  database?: Database;
  liveness?: RunningLiveness;
}

/** The parts of this process in the order in which they start, by its roles. */
function partsOf(config: LivenessConfig): Part[] {
  const { roles } = config;
  const started: Started = {};
  return [
    dataDirectory(config),
    database(config, started),
    ...(roles.has('liveness') ? [livenessService(config, started)] : []),
    ...(roles.has('worker') && !roles.has('liveness') ? [worker(config, started)] : []),
    ...(roles.has('bot') ? [meetingBot(started)] : []),
  ];
}

function dataDirectory({ dataDir }: LivenessConfig): Part {
  let lock: DataDirLock | undefined;
  return {
    name: 'data directory',
    async start() {
      lock = await lockDataDir(dataDir);
    },
    stop: async () => lock?.release(),
  };
}

/** One for all: the embedded database takes one user. */
function database({ databaseUrl: url, dataDir }: LivenessConfig, started: Started): Part {
  return {
    name: 'database',
    async start() {
      started.database = await openDatabase({ url, dataDir });
    },
    stop: async () => started.database?.close(),
  };
}

function livenessService(config: LivenessConfig, started: Started): Part {
  return {
    name: 'liveness',
    async start() {
      const logger = createLogger({ service: 'liveness', level: config.logLevel });
      started.liveness = await startLiveness(config, {
        logger,
        ...(started.database && { database: started.database }),
        onBootstrapped: printCreated,
      });
      printReady('The liveness service', started.liveness.url);
    },
    stop: async () => started.liveness?.stop(),
  };
}

function worker(config: LivenessConfig, started: Started): Part {
  let running: RunningWorker | undefined;
  return {
    name: 'worker',
    async start() {
      const logger = createLogger({ service: 'worker', level: config.logLevel });
      running = await startWorker(config, {
        logger,
        ...(started.database && { database: started.database }),
      });
      console.log(`The worker is ready to judge videos (health and metrics: ${running.url}).`);
    },
    stop: async () => running?.stop(),
  };
}

/** Judged and validated by the service of this process, unless the configuration names others. */
function meetingBot(started: Started): Part {
  let running: RunningBot | undefined;
  return {
    name: 'bot',
    async start() {
      const config = readBotConfig(undefined, started.liveness?.url);
      const logger = createLogger({ service: 'bot', level: config.logLevel });
      running = await startBot(config, {
        logger,
        ...(started.database && { database: started.database }),
      });
      printReady('The meeting bot', running.url);
      printPages(config.publicUrl ?? running.url);
    },
    stop: async () => running?.stop(),
  };
}

import { type DataDirLock, DataDirLockedError, lockDataDir } from '@vivant/service-kit/data-dir';
import { DatabaseUnavailableError } from '@vivant/service-kit/database-errors';
import { ConfigError } from '@vivant/service-kit/environment';
import { runUntilSignal } from '@vivant/service-kit/lifecycle';
import { createLogger } from '@vivant/service-kit/logger';
import type { Bootstrapped } from './bootstrap/bootstrap.ts';
import { readLivenessConfig } from './config.ts';
import { type RunningLiveness, type RunningWorker, startLiveness, startWorker } from './start.ts';

/** Failures whose message tells an operator what to do; a stack would hide it. */
const EXPLAINED = [ConfigError, DataDirLockedError, DatabaseUnavailableError];

try {
  await run();
} catch (error) {
  if (!(error instanceof Error && EXPLAINED.some((type) => error instanceof type))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const config = readLivenessConfig();
  const logger = createLogger({ service: 'liveness', level: config.logLevel });
  let lock: DataDirLock | undefined;
  let liveness: RunningLiveness | undefined;
  const dataDirectory = {
    name: 'data directory',
    async start() {
      lock = await lockDataDir(config.dataDir);
    },
    stop: async () => lock?.release(),
  };
  const service = {
    name: 'liveness',
    async start() {
      liveness = await startLiveness(config, { logger, onBootstrapped: printKeys });
      console.log(`The liveness service is ready on ${liveness.url} (reference: ${liveness.url}/docs/)`);
    },
    stop: async () => liveness?.stop(),
  };
  let videoWorker: RunningWorker | undefined;
  const worker = {
    name: 'worker',
    async start() {
      videoWorker = await startWorker(config, { logger });
      console.log(`The worker is ready to judge videos (health and metrics: ${videoWorker.url}).`);
    },
    stop: async () => videoWorker?.stop(),
  };
  const parts = config.roles.has('liveness') ? [service] : config.roles.has('worker') ? [worker] : [];
  await runUntilSignal([dataDirectory, ...parts], { logger });
}

function printKeys({ organization, credits, generatedApiKey, generatedBotKey }: Bootstrapped): void {
  console.log(`Created the organization "${organization}" with ${credits} credits.`);
  if (generatedApiKey) console.log(`API key (shown once): ${generatedApiKey}`);
  if (generatedBotKey) console.log(`Bot key (shown once): ${generatedBotKey}`);
}

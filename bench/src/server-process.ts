import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readLivenessConfig } from '@vivant/liveness/config';
import { startLiveness } from '@vivant/liveness/start';
import { createLogger } from '@vivant/service-kit/logger';
import type { FromServer, ToServer } from './server-messages.ts';

/** The liveness service in a process of its own, which reports on itself: run with the data folder and a key. */
const [dataDir, apiKey] = process.argv.slice(2);

const config = readLivenessConfig({
  DATA_DIR: dataDir,
  LIVENESS_PORT: '0',
  BOOTSTRAP_API_KEY: apiKey,
  BOOTSTRAP_CREDITS: '2000000000',
  RATE_LIMIT_CHECK: '1000000',
  LOG_LEVEL: 'silent',
});
const startedMs = performance.now();
const liveness = await startLiveness(config, { logger: createLogger({ service: 'bench', level: 'silent' }) });
const startMs = performance.now() - startedMs;

const loopDelay = monitorEventLoopDelay({ resolution: 1 });
loopDelay.enable();

function measure(): FromServer {
  const { user, system } = process.cpuUsage();
  return {
    kind: 'report',
    loopDelayMsMax: loopDelay.max / 1e6,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    cpuMs: (user + system) / 1000,
  };
}

const send = (message: FromServer) => process.send?.(message);
process.on('message', (message: ToServer) => {
  switch (message.kind) {
    case 'reset':
      loopDelay.reset();
      return;
    case 'report':
      send(measure());
      return;
    case 'stop':
      loopDelay.disable();
      void liveness.stop().then(() => process.disconnect());
      return;
  }
});
send({ kind: 'ready', url: liveness.url, startMs });

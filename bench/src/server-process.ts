import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Engine } from '@vivant/engine/check';
import { loadManifests } from '@vivant/engine/models';
import { judged } from '@vivant/engine/testing/scripted-engine';
import { readLivenessConfig } from '@vivant/liveness/config';
import { startLiveness } from '@vivant/liveness/start';
import { createLogger } from '@vivant/service-kit/logger';
import type { FromServer, ServerOptions, ToServer } from './server-messages.ts';

/** The liveness service in a process of its own, which reports on itself: run with its options as JSON. */
const { dataDir, apiKey, withoutEngine, env } = JSON.parse(process.argv[2]!) as ServerOptions;

const config = readLivenessConfig({
  DATA_DIR: dataDir,
  LIVENESS_PORT: '0',
  BOOTSTRAP_API_KEY: apiKey,
  BOOTSTRAP_CREDITS: '2000000000',
  RATE_LIMIT_CHECK: '1000000',
  LOG_LEVEL: 'silent',
  ...env,
});
const startedMs = performance.now();
const manifests = await loadManifests(config.modelsDir);
const liveness = await startLiveness(config, {
  logger: createLogger({ service: 'bench', level: 'silent' }),
  ...(withoutEngine && { judging: { engine: engineWithoutNets(), manifests } }),
});
const startMs = performance.now() - startedMs;

const loopDelay = monitorEventLoopDelay({ resolution: 1 });
loopDelay.enable();

/** Answers every check at once and keeps nothing of it. */
function engineWithoutNets(): Engine {
  const nothing = async () => undefined;
  return {
    ready: true,
    queueLength: 0,
    start: nothing,
    stop: nothing,
    check: async (request) => judged(request),
  };
}

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

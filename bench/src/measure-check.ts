import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { loadModels } from '@vivant/engine/models';
import { prepareWeights } from '@vivant/weights/prepare';
import { drawCapture } from './frames.ts';
import { API_KEY, createCheckBody, sendChecks, type Target } from './load.ts';
import type { Measurement } from './measurement.ts';
import { type Part, timeParts, weightsDirOf } from './parts.ts';
import { type BenchServer, startServer } from './server.ts';
import { median, quantile } from './statistics.ts';

const ALONE = 30;
const MODELS_DIR = fileURLToPath(new URL('../../models', import.meta.url));

/** Measures the parts of a check alone on one thread, then the service around them. */
export async function measureCheck({ dataDir, modelId, checks }: Measurement): Promise<void> {
  const model = (await loadModels(MODELS_DIR)).find(({ manifest }) => manifest.id === modelId);
  if (!model) throw new Error(`unknown model: ${modelId}`);
  const netPaths = await prepareWeights({ cacheDir: weightsDirOf(dataDir) });
  const { framesRequired } = model.manifest;
  const frames = await drawCapture(framesRequired);
  const sumMs = printParts(await timeParts(netPaths, model, frames));
  const server = await startServer({ dataDir, apiKey: API_KEY });
  const target = { url: server.url, apiKey: API_KEY, body: createCheckBody(modelId, frames) };
  console.log(`\nservice started in ${(server.startMs / 1000).toFixed(1)} s`);
  try {
    await measureService(server, target, { framesRequired, checks, sumMs });
  } finally {
    await server.stop();
  }
}

function printParts(parts: readonly Part[]): number {
  console.log('part              ms alone   runs a check   ms a check');
  for (const { name, ms, runs } of parts) {
    console.log(`${name.padEnd(18)}${format(ms, 8)}${format(runs, 15)}${format(ms * runs, 13)}`);
  }
  const sumMs = parts.reduce((sum, { ms, runs }) => sum + ms * runs, 0);
  console.log(`sum of the parts, one thread: ${sumMs.toFixed(0)} ms a check`);
  return sumMs;
}

async function measureService(
  server: BenchServer,
  target: Target,
  { framesRequired, checks, sumMs }: { framesRequired: number; checks: number; sumMs: number },
): Promise<void> {
  const cores = availableParallelism();
  await sendChecks(target, 10, cores);
  const alone = await sendChecks(target, ALONE, 1);
  console.log(
    `one request alone: p50 ${median(alone).toFixed(0)} ms, p90 ${quantile(alone, 0.9).toFixed(0)} ms`,
  );

  server.reset();
  await sendChecks(target, 40, 8);
  const loaded = await server.report();
  console.log(`event loop with 8 checks under way: longest delay ${loaded.loopDelayMsMax.toFixed(1)} ms`);

  const before = await server.report();
  const clientBefore = process.cpuUsage();
  const startedMs = performance.now();
  await sendChecks(target, Math.ceil(checks / 2), cores * 2);
  const halfway = await server.report();
  await sendChecks(target, Math.floor(checks / 2), cores * 2);
  const seconds = (performance.now() - startedMs) / 1000;
  const end = await server.report();
  const client = process.cpuUsage(clientBefore);

  const framesPerSecond = (checks * framesRequired) / seconds;
  const possible = (cores * framesRequired * 1000) / sumMs;
  const serverMs = (end.cpuMs - before.cpuMs) / checks;
  const clientMs = (client.user + client.system) / 1000 / checks;
  console.log(`sustained, ${checks} checks on ${cores} cores: ${framesPerSecond.toFixed(0)} frames/s`);
  console.log(
    `  ${percent(framesPerSecond / possible)} of the ${possible.toFixed(0)} frames/s of the parts on ${cores} cores`,
  );
  console.log(`  CPU a check: server ${serverMs.toFixed(0)} ms, this client ${clientMs.toFixed(0)} ms`);
  console.log(`  the parts are ${percent(sumMs / serverMs)} of the server's CPU`);
  console.log(`memory: ${halfway.rssMiB.toFixed(0)} MiB halfway, ${end.rssMiB.toFixed(0)} MiB at the end`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function format(value: number, width: number): string {
  return value.toFixed(2).padStart(width);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadModels } from '@vivant/engine/models';
import { prepareWeights } from '@vivant/weights/prepare';
import { drawCapture } from './frames.ts';
import { createCheckBody, sendChecks, type Target } from './load.ts';
import { benchMeetings } from './meetings.ts';
import { type Part, timeParts, weightsDirOf } from './parts.ts';
import { type BenchServer, startServer } from './server.ts';
import { median, quantile } from './statistics.ts';

const USAGE = `Measures what a check costs: its parts alone on one thread, then the service around them, in one run.

Usage: npm run bench -- [--model ID] [--checks N] [--help]
       npm run bench -- --meetings N [--seconds N]

  --model ID    model to measure (default mixed-10-v2)
  --checks N    checks of the sustained load (default 1000)
  --meetings N  instead: sessions of the meeting bot at once, four drawn participants each
  --seconds N   how long they run (default 60)

Absolute times are this machine's; compare the ratios.
`;
const API_KEY = 'sk-bench0000000000000000000000';
const ALONE = 30;
const MODELS_DIR = fileURLToPath(new URL('../../models', import.meta.url));

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'mixed-10-v2' },
    checks: { type: 'string', default: '1000' },
    meetings: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) console.log(USAGE);
else if (values.meetings) await benchMeetings(Number(values.meetings), Number(values.seconds));
else await bench(values.model, Number(values.checks));

async function bench(modelId: string, checks: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vivant-bench-'));
  try {
    const model = (await loadModels(MODELS_DIR)).find(({ manifest }) => manifest.id === modelId);
    if (!model) throw new Error(`unknown model: ${modelId}`);
    const netPaths = await prepareWeights({ cacheDir: weightsDirOf(dataDir) });
    const { framesRequired } = model.manifest;
    const frames = await drawCapture(framesRequired);
    const sumMs = printParts(await timeParts(netPaths, model, frames));
    const server = await startServer(dataDir, API_KEY);
    const target = { url: server.url, apiKey: API_KEY, body: createCheckBody(modelId, frames) };
    console.log(`\nservice started in ${(server.startMs / 1000).toFixed(1)} s`);
    try {
      await measureService(server, target, { framesRequired, checks, sumMs });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
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

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createEngine } from '@vivant/engine/engine-pool';
import { prepareWeights } from '@vivant/weights/prepare';
import { runCalibrateCommand } from './calibrate/command.ts';
import { readConfig } from './config.ts';
import { createVideoReader } from './read-video.ts';

const config = readConfig();
const stop = new AbortController();
// Only once: a second Ctrl-C ends the process at once, as it does everywhere.
process.once('SIGINT', () => stop.abort(new Error('stopped by Ctrl-C')));

process.exitCode = await runCalibrateCommand(process.argv.slice(2), {
  modelsDir: fileURLToPath(new URL('../../../models', import.meta.url)),
  workers: availableParallelism(),
  createEngine: async (models, workers) =>
    createEngine({ netPaths: await prepareWeights({ cacheDir: config.weightsDir }), models, workers }),
  readVideo: createVideoReader({ ffmpegPath: config.ffmpegPath, signal: stop.signal }),
  signal: stop.signal,
  now: () => performance.now(),
  today: () => new Date(),
  output: process.stdout,
  errors: process.stderr,
});

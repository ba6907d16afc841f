import { fileURLToPath } from 'node:url';
import { createEngine } from '@vivant/engine/engine-pool';
import { prepareWeights } from '@vivant/weights/prepare';
import type { CommandTools } from './command.ts';
import type { EvaluateConfig } from './config.ts';
import { createVideoReader } from './read-video.ts';

/** What both commands work with when they run as a process; Ctrl-C stops them. */
type ProcessTools = Omit<CommandTools, 'config' | 'cores' | 'engineVersion'>;

/** Builds the tools of this process. */
export function createProcessTools({ weightsDir, ffmpegPath }: EvaluateConfig): ProcessTools {
  const stop = new AbortController();
  // Only once: a second Ctrl-C ends the process at once, as it does everywhere.
  process.once('SIGINT', () => stop.abort(new Error('stopped by Ctrl-C')));
  return {
    modelsDir: fileURLToPath(new URL('../../../models', import.meta.url)),
    createEngine: async (models, workers) =>
      createEngine({ netPaths: await prepareWeights({ cacheDir: weightsDir }), models, workers }),
    readVideo: createVideoReader({ ffmpegPath, signal: stop.signal }),
    signal: stop.signal,
    now: () => performance.now(),
    today: () => new Date(),
    output: process.stdout,
    errors: process.stderr,
  };
}

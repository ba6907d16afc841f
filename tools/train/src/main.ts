import { fileURLToPath } from 'node:url';
import { openNets } from '@vivant/engine/nets/nets';
import { readConfig } from '@vivant/evaluate/config';
import { createProgress } from '@vivant/evaluate/progress';
import { createVideoReader } from '@vivant/evaluate/read-video';
import { prepareWeights } from '@vivant/weights/prepare';
import { createCallEncoder } from './call-encoding.ts';
import { runTrainCommand } from './command.ts';
import { RECIPES, SEQUENCE_RECIPES } from './recipes.ts';

const { weightsDir, ffmpegPath } = readConfig();

const readVideo = createVideoReader({ ffmpegPath, signal: new AbortController().signal });

process.exitCode = await runTrainCommand(process.argv.slice(2), {
  modelsDir: fileURLToPath(new URL('../../../models', import.meta.url)),
  recipes: RECIPES,
  sequenceRecipes: SEQUENCE_RECIPES,
  openNets: async () => openNets(await prepareWeights({ cacheDir: weightsDir })),
  readVideo,
  encodeCall: createCallEncoder(ffmpegPath, readVideo),
  progress: createProgress(process.stderr, () => performance.now()),
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
});

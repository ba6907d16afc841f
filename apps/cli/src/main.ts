import { createEngine } from '@vivant/engine/engine-pool';
import { loadModels } from '@vivant/engine/models';
import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import { readFrames } from '@vivant/video/frames';
import { prepareWeights } from '@vivant/weights/prepare';
import { runCheckCommand } from './check/check-command.ts';
import { readCliConfig } from './config.ts';

const USAGE = `Usage: vivant check FILE    judges a video file without a server (vivant check --help)
`;

const [command, ...argv] = process.argv.slice(2);
const config = readCliConfig();

switch (command) {
  case 'check':
    process.exitCode = await runCheckCommand(argv, {
      loadModels: () => loadModels(config.modelsDir),
      createEngine: async (model) =>
        createEngine({
          netPaths: await prepareWeights({ cacheDir: config.weightsDir, onProgress: reportPreparation }),
          models: [model],
          workers: 1,
        }),
      readVideo,
      print: (text) => process.stdout.write(text),
      printError: (text) => process.stderr.write(text),
    });
    break;
  case '--help':
  case '-h':
    process.stdout.write(USAGE);
    break;
  default:
    process.stderr.write(USAGE);
    process.exitCode = 2;
}

async function* readVideo(path: string) {
  const configuredPath = config.ffmpegPath;
  const ffmpegPath = await findFfmpeg(configuredPath === undefined ? {} : { configuredPath });
  yield* readFrames(path, { ffmpegPath });
}

function reportPreparation({ net, state }: { net: string; state: string }): void {
  if (state === 'preparing') process.stderr.write(`Preparing ${net} ...\n`);
}

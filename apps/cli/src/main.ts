import { randomUUID } from 'node:crypto';
import { createEngine } from '@vivant/engine/engine-pool';
import { loadModels } from '@vivant/engine/models';
import { countFrames } from '@vivant/video/count-frames';
import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import { readFirstFrames } from '@vivant/video/first-frames';
import { frameSideMax } from '@vivant/video/run-size';
import { prepareWeights } from '@vivant/weights/prepare';
import { runCheckCommand } from './check/check-command.ts';
import { readCliConfig } from './config.ts';
import { runRequestCommand } from './request/request-command.ts';

const USAGE = `Usage: vivant COMMAND [options]; --help after a command tells more

  check FILE      judges a video without a server
  request FILE    prints the body of a fast-check request made from a video
`;

const [command, ...argv] = process.argv.slice(2);
const config = readCliConfig();
const output = {
  print: (text: string) => void process.stdout.write(text),
  printError: (text: string) => void process.stderr.write(text),
};

const commands: Readonly<Record<string, () => Promise<number>>> = {
  check: () =>
    runCheckCommand(argv, {
      loadModels: () => loadModels(config.modelsDir),
      createEngine: async (model) =>
        createEngine({
          netPaths: await prepareWeights({ cacheDir: config.weightsDir, onProgress: reportPreparation }),
          models: [model],
          workers: 1,
        }),
      countFrames: async (path) => countFrames(path, { ffmpegPath: await ffmpegPath() }),
      readVideo: (path, framesRequired) => readVideo(path, frameSideMax(framesRequired)),
      ...output,
    }),
  request: () =>
    runRequestCommand(argv, {
      loadModels: () => loadModels(config.modelsDir),
      readVideo: (path) => readVideo(path),
      newId: randomUUID,
      ...output,
    }),
  '--help': async () => {
    output.print(USAGE);
    return 0;
  },
};
const run = commands[command ?? ''];
if (run) process.exitCode = await run();
else {
  output.printError(USAGE);
  process.exitCode = 2;
}

function ffmpegPath(): Promise<string> {
  return findFfmpeg({ configuredPath: config.ffmpegPath });
}

async function* readVideo(path: string, sideMax?: number) {
  yield* readFirstFrames(path, { ffmpegPath: await ffmpegPath(), ...(sideMax !== undefined && { sideMax }) });
}

function reportPreparation({ net, state }: { net: string; state: string }): void {
  if (state === 'preparing') process.stderr.write(`Preparing ${net} ...\n`);
}

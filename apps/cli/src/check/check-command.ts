import type { Engine } from '@vivant/engine/check';
import type { Model } from '@vivant/engine/models';
import { VideoError } from '@vivant/video/video-error';
import { CHECK_USAGE, type CheckArguments, parseCheckArguments, UsageError } from './arguments.ts';
import { judgementText } from './judgement-text.ts';
import { judgeVideo, type VideoPicture } from './judge-video.ts';

/** What the command works with; the process in main.ts. */
export interface CheckTools {
  readonly loadModels: () => Promise<readonly Model[]>;
  /** Makes an engine that knows the model; started and stopped here. */
  readonly createEngine: (model: Model) => Promise<Engine>;
  readonly readVideo: (path: string) => AsyncIterable<VideoPicture>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** 0 live, 1 failed, 2 wrong usage, 3 fake, 4 cannot be judged. */
export type CheckExitCode = 0 | 1 | 2 | 3 | 4;

/** Runs `vivant check` with its arguments and returns the exit code. */
export async function runCheckCommand(argv: readonly string[], tools: CheckTools): Promise<CheckExitCode> {
  try {
    const args = parseCheckArguments(argv);
    if (args !== 'help') return await check(args, tools);
    tools.print(CHECK_USAGE);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      tools.printError(`${error.message}\n\n${CHECK_USAGE}`);
      return 2;
    }
    if (!isExpected(error)) throw error;
    tools.printError(`${error.message}\n`);
    return 1;
  }
}

async function check({ file, modelId, asJson }: CheckArguments, tools: CheckTools): Promise<CheckExitCode> {
  const model = pickModel(modelId, await tools.loadModels());
  const engine = await tools.createEngine(model);
  try {
    await engine.start();
    const { framesRequired } = model.manifest;
    const judgement = await judgeVideo(tools.readVideo(file), { engine, modelId, framesRequired });
    tools.print(asJson ? `${JSON.stringify(judgement, null, 2)}\n` : judgementText(judgement, modelId));
    if (judgement.kind === 'insufficient') return 4;
    return judgement.verdict === 'live' ? 0 : 3;
  } finally {
    await engine.stop();
  }
}

function pickModel(id: string, models: readonly Model[]): Model {
  const model = models.find(({ manifest }) => manifest.id === id);
  if (model) return model;
  throw new UsageError(`unknown model ${id}; known: ${models.map((m) => m.manifest.id).join(', ')}`);
}

/** A video that cannot be read, and a file that cannot be opened, speak for themselves. */
function isExpected(error: unknown): error is Error {
  return error instanceof VideoError || (error instanceof Error && 'syscall' in error);
}

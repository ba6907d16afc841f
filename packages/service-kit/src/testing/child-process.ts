import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A node process that a test started. */
export interface TestProcess {
  readonly pid: number;
  /** Resolves with the next line of standard output that begins with the text. */
  line(start: string): Promise<string>;
  /** Everything written to standard output so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or the signal's name when one ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Runs an ES module given as text; it can import the built packages of this repository. */
export function runModule(text: string): TestProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let hasEnded = false;
  child.once('close', () => {
    hasEnded = true;
  });
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return {
    pid: child.pid!,
    output: () => output,
    signal: (signal) => {
      child.kill(signal);
    },
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
    line: (start) =>
      awaitLine(
        child,
        () => output,
        () => hasEnded,
        start,
      ),
  };
}

async function awaitLine(
  child: ChildProcess,
  output: () => string,
  hasEnded: () => boolean,
  start: string,
): Promise<string> {
  for (;;) {
    const complete = output().split('\n').slice(0, -1);
    const found = complete.find((line) => line.startsWith(start));
    if (found !== undefined) return found;
    if (hasEnded()) throw new Error(`The process ended without the line "${start}":\n${output()}`);
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  }
}

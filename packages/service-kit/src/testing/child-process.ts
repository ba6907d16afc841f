import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A node process that a test started. */
export interface TestProcess {
  readonly pid: number;
  /** Resolves with the first line of standard output that begins with the text, once it is complete. */
  line(start: string): Promise<string>;
  /** Resolves with the word that follows the text in that line. */
  wordAfter(start: string): Promise<string>;
  /** Everything written to standard output so far; of a program, what it wrote to standard error follows. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or the signal's name when one ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Sends the signal and resolves as `ended`. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Runs an ES module given as text; it can import the built packages of this repository. */
export function runModule(text: string): TestProcess {
  return run(['--input-type=module', '--eval', text], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs a built program in this environment and no other. */
export function runProgram(file: string, environment: NodeJS.ProcessEnv): TestProcess {
  return run([file], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
}

function run(args: readonly string[], options: SpawnOptions): TestProcess {
  const child = spawn(process.execPath, args, options);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      written[name] += chunk;
    });
  let hasEnded = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    hasEnded = true;
    return code ?? signal;
  });
  const output = () => written.stdout + written.stderr;

  async function line(start: string): Promise<string> {
    for (;;) {
      const complete = written.stdout.split('\n').slice(0, -1);
      const found = complete.find((each) => each.startsWith(start));
      if (found !== undefined) return found;
      if (hasEnded) throw new Error(`The process ended without the line "${start}":\n${output()}`);
      await Promise.race([once(child.stdout!, 'data'), ended]);
    }
  }

  return {
    pid: child.pid!,
    output,
    ended,
    line,
    async wordAfter(start) {
      const [word = ''] = (await line(start)).slice(start.length).split(' ', 1);
      return word;
    },
    signal: (signal) => void child.kill(signal),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

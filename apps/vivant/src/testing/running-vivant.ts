import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A process as `npm start` runs it. */
export interface RunningVivant {
  /** Resolves with the first group of the pattern, as soon as the process has said it. */
  says(pattern: RegExp): Promise<string>;
  /** Resolves with the exit code, or the signal's name. */
  kill(signal: NodeJS.Signals): Promise<number | string>;
  readonly exited: Promise<number | string>;
  readonly output: () => string;
}

/** The process names its bot's address with this. */
export const BOT_URL = /meeting bot is ready on (\S+)/;

/** ... and an address of a room with this. */
export const ROOM_URL = /send a bot to: (\S+)/;

/** Starts the process on free ports, with nothing from the test's own environment. */
export function startVivant(environment: Record<string, string>): RunningVivant {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      LIVENESS_PORT: '0',
      BOT_PORT: '0',
      INFERENCE_WORKERS: '1',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal);
  return {
    exited,
    output: () => output,
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`The process ended:\n${output}`);
        await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), exited]);
      }
    },
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
}

import { fileURLToPath } from 'node:url';
import { runProgram, type TestProcess } from '@vivant/service-kit/testing/child-process';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The process writes the address of its bot after this. */
export const BOT_READY = 'The meeting bot is ready on ';

/** ... and the address of a room after this. */
export const ROOM_READY = 'A room to meet in, and to send a bot to: ';

/** Starts the process that `npm start` runs, on free ports, with nothing from the test's own environment. */
export function startVivant(environment: Record<string, string>): TestProcess {
  return runProgram(MAIN, {
    PATH: process.env.PATH ?? '',
    LIVENESS_PORT: '0',
    BOT_PORT: '0',
    INFERENCE_WORKERS: '1',
    LOG_LEVEL: 'warn',
    ...environment,
  });
}

import { constants } from 'node:os';
import type { Logger } from 'pino';

/** A long-lived part of a process. */
export interface Part {
  readonly name: string;
  start?(): Promise<unknown>;
  stop?(): Promise<unknown>;
}

/** How a process ends. */
export interface LifecycleOptions {
  readonly logger: Logger;
  /** Time for all parts together to stop, in milliseconds; 25 s by default, below the usual 30 s kill. */
  readonly stopTimeoutMs?: number;
}

const STOP_TIMEOUT_MS = 25_000;

/**
 * Starts the parts in order, waits for SIGTERM or SIGINT and stops them in reverse order; then it returns.
 *
 * A part that does not start stops those before it and rejects. A part that fails to stop is logged, sets the
 * exit code and does not keep the others from stopping. A second signal or the end of the stop time exits.
 */
export async function runUntilSignal(parts: readonly Part[], options: LifecycleOptions): Promise<void> {
  const { logger } = options;
  const signal = awaitSignal(logger);
  const started: Part[] = [];
  try {
    for (const part of parts) {
      if (signal.received()) break;
      await part.start?.();
      started.push(part);
    }
    await signal.first;
  } finally {
    await stopWithin(options.stopTimeoutMs ?? STOP_TIMEOUT_MS, started.reverse(), logger);
    signal.ignore();
  }
}

/** Resolves `first` with the first signal and exits with the second. */
function awaitSignal(logger: Logger) {
  let received = false;
  let resolve: () => void;
  const first = new Promise<void>((settle) => {
    resolve = settle;
  });
  function onSignal(signal: 'SIGTERM' | 'SIGINT'): void {
    if (received) process.exit(128 + constants.signals[signal]);
    received = true;
    logger.info({ signal }, 'stopping');
    resolve();
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // Signal listeners alone do not keep a process running.
  const alive = setInterval(() => undefined, 2 ** 30);
  return {
    first,
    received: () => received,
    ignore: () => {
      clearInterval(alive);
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    },
  };
}

async function stopWithin(timeoutMs: number, parts: readonly Part[], logger: Logger): Promise<void> {
  let stopping: string | undefined;
  const late = setTimeout(() => {
    logger.fatal({ part: stopping }, 'did not stop in time');
    process.exit(1);
  }, timeoutMs);
  for (const part of parts) {
    stopping = part.name;
    try {
      await part.stop?.();
    } catch (error) {
      logger.error({ err: error, part: part.name }, 'did not stop cleanly');
      process.exitCode = 1;
    }
  }
  clearTimeout(late);
}

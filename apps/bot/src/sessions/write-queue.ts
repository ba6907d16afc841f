import { setTimeout } from 'node:timers/promises';
import type { Logger } from '@vivant/service-kit/logger';

/** Writes of one session, which follow each other. */
export interface WriteQueue {
  /** Adds a write; one that fails is repeated until it is given up. */
  push(write: () => Promise<unknown>): void;
  /** Resolves when everything pushed so far is written or given up. */
  settled(): Promise<void>;
}

/** A database that is away for longer than five minutes has lost more than this session. */
const ATTEMPTS_MAX = 300;
const PAUSE_MS = 1_000;

/** Creates a queue. A stopping process ends its patience with the signal. */
export function createWriteQueue(logger: Logger, stop: AbortSignal): WriteQueue {
  let last = Promise.resolve();

  async function persist(write: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await write();
        return;
      } catch (error) {
        const isOver = attempt >= ATTEMPTS_MAX || stop.aborted;
        if (isOver) logger.error({ err: error }, 'a change of a session could not be stored');
        if (isOver) return;
        if (attempt === 1) logger.warn({ err: error }, 'a change of a session waits for the database');
        // The stop ends the pause; one more attempt follows.
        await setTimeout(PAUSE_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    push(write) {
      last = last.then(() => persist(write));
    },
    settled: () => last,
  };
}

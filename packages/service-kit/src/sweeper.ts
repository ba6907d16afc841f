import type { Logger } from './logger.ts';

/** Removes from time to time what has expired. */
export interface Sweeper {
  start(): void;
  /** Waits for the sweep under way. Idempotent. */
  stop(): Promise<void>;
  sweep(): Promise<void>;
}

/** What has expired is not answered any more, but it may show people: it is to go soon. */
const SWEEP_EVERY_MS = 60 * 1000;

/** Builds a sweeper; one sweep that fails is logged and keeps no other from its work. */
export function createSweeper(
  sweeps: Readonly<Record<string, () => Promise<void>>>,
  logger: Logger,
): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  async function sweepAll(): Promise<void> {
    for (const [what, sweep] of Object.entries(sweeps)) {
      await sweep().catch((error: unknown) => logger.warn({ err: error, what }, 'sweep failed'));
    }
  }

  function sweep(): Promise<void> {
    sweeping = sweeping.then(sweepAll);
    return sweeping;
  }

  return {
    sweep,
    start() {
      timer ??= setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

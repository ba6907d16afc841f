import { setTimeout } from 'node:timers/promises';
import { type CheckOutcome, type Engine, EngineBusyError } from '@vivant/engine/check';

/** A check takes about a second of a worker. */
const PAUSE_MS = 250;

/**
 * An engine that waits for room instead of refusing: videos have time, and callers of the other checks do not. It leaves
 * at once when it is told to, while a check that has begun cannot be interrupted.
 */
export function patientEngine(engine: Pick<Engine, 'check'>): Pick<Engine, 'check'> {
  return {
    async check(request, signal) {
      for (;;) {
        try {
          return await orAborted(engine.check(request, signal), signal);
        } catch (error) {
          if (!(error instanceof EngineBusyError)) throw error;
          await setTimeout(PAUSE_MS, undefined, signal ? { signal } : {});
        }
      }
    },
  };
}

function orAborted(work: Promise<CheckOutcome>, signal: AbortSignal | undefined): Promise<CheckOutcome> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

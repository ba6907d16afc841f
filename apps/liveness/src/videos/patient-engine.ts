import { setTimeout } from 'node:timers/promises';
import { type Engine, EngineBusyError } from '@vivant/engine/check';

/** A check takes about a second of a worker. */
const PAUSE_MS = 250;

/** An engine that waits for room instead of refusing: videos have time, and callers of the other checks do not. */
export function patientEngine(engine: Pick<Engine, 'check'>): Pick<Engine, 'check'> {
  return {
    async check(request, signal) {
      for (;;) {
        try {
          return await engine.check(request, signal);
        } catch (error) {
          if (!(error instanceof EngineBusyError)) throw error;
          await setTimeout(PAUSE_MS, undefined, signal ? { signal } : {});
        }
      }
    },
  };
}

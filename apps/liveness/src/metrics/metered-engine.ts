import type { CheckOutcome, Engine } from '@vivant/engine/check';
import type { Clock } from '@vivant/service-kit/clock';
import type { Metrics } from './metrics.ts';

/** The same engine, with its checks counted. */
export function meterEngine(
  engine: Engine,
  metrics: Pick<Metrics, 'observeCheck'>,
  clock: Clock,
): Pick<Engine, 'check'> {
  return {
    async check(request, signal) {
      const startedMs = clock.monotonicMs();
      let outcome: CheckOutcome | undefined;
      try {
        outcome = await engine.check(request, signal);
        return outcome;
      } finally {
        const seconds = (clock.monotonicMs() - startedMs) / 1000;
        metrics.observeCheck({ model: request.modelId, outcome: nameOf(outcome), seconds });
      }
    },
  };
}

function nameOf(outcome: CheckOutcome | undefined) {
  if (!outcome) return 'failed';
  return outcome.kind === 'judged' ? outcome.verdict : outcome.kind;
}

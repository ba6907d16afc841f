import { createServiceMetrics, type ServiceMetrics } from '@vivant/service-kit/service-metrics';
import { Gauge, Registry } from 'prom-client';

/** What is asked for its state at each reading. */
export interface BotMetricSources {
  readonly countSessions: () => number;
  readonly countStreams: () => number;
}

/** A metric that registers itself would be built for its side effect only. */
const registers: Registry[] = [];

/** Builds the metrics of the bot; close them in the end. */
export function createBotMetrics({ countSessions, countStreams }: BotMetricSources): ServiceMetrics {
  const registry = new Registry();
  registry.registerMetric(
    new Gauge({
      name: 'vivant_bot_sessions',
      help: 'Sessions that this process runs.',
      registers,
      collect() {
        this.set(countSessions());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'vivant_bot_event_streams',
      help: 'Event streams that are open.',
      registers,
      collect() {
        this.set(countStreams());
      },
    }),
  );
  return createServiceMetrics(registry);
}

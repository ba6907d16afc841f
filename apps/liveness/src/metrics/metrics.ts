import {
  createServiceMetrics,
  DURATION_BUCKETS,
  type ServiceMetrics,
} from '@vivant/service-kit/service-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A check that reached the engine. */
export interface FinishedCheck {
  readonly model: string;
  /** The verdict, or why there is none. */
  readonly outcome: 'live' | 'fake' | 'insufficient' | 'undecodable' | 'failed';
  readonly seconds: number;
}

/** What is counted of the service. */
export interface Metrics extends ServiceMetrics {
  observeCheck(check: FinishedCheck): void;
}

/** What is asked for its state at each reading. */
export interface MetricSources {
  /** Checks waiting for an inference worker. */
  readonly queueLength: () => number;
  /** Webhook deliveries that are not over; left out when it rejects. */
  readonly pendingDeliveries: () => Promise<number>;
}

/** Builds the metrics of one service; close them to end the measurement of the event loop. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const checks = new Counter({
    name: 'vivant_checks_total',
    help: 'Checks that reached the engine, by model and outcome (a verdict, or why there is none).',
    labelNames: ['model', 'outcome'],
    registers: [registry],
  });
  const checkSeconds = new Histogram({
    name: 'vivant_check_duration_seconds',
    help: 'Time of checks in the queue and the engine, by model.',
    labelNames: ['model'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  for (const gauge of queueGauges(sources)) registry.registerMetric(gauge);
  return {
    ...createServiceMetrics(registry),
    observeCheck({ model, outcome, seconds }) {
      checks.inc({ model, outcome });
      checkSeconds.observe({ model }, seconds);
    },
  };
}

/** A metric that registers itself would be built for its side effect only. */
const registers: Registry[] = [];

function queueGauges({ queueLength, pendingDeliveries }: MetricSources): Gauge[] {
  const inference = new Gauge({
    name: 'vivant_inference_queue_length',
    help: 'Checks waiting for an inference worker.',
    registers,
    collect() {
      this.set(queueLength());
    },
  });
  const deliveries = new Gauge({
    name: 'vivant_webhook_deliveries_pending',
    help: 'Webhook deliveries that are not over, of all replicas.',
    registers,
    async collect() {
      // The rest must stay readable while the database is away.
      await pendingDeliveries().then(
        (count) => this.set(count),
        () => this.remove(),
      );
    },
  });
  return [inference, deliveries];
}

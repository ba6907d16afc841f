import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** An answered request; nothing of it tells who sent it or what it carried. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the route, never the address: that can carry ids and tokens. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A check that reached the engine. */
export interface FinishedCheck {
  readonly model: string;
  /** The verdict, or why there is none. */
  readonly outcome: 'live' | 'fake' | 'insufficient' | 'undecodable' | 'failed';
  readonly seconds: number;
}

/** What is counted of the service. */
export interface Metrics {
  observeRequest(request: AnsweredRequest): void;
  observeCheck(check: FinishedCheck): void;
  readonly contentType: string;
  /** Everything in the text format of Prometheus. */
  read(): Promise<string>;
  close(): void;
}

/** What is asked for its state at each reading. */
export interface MetricSources {
  /** Checks waiting for an inference worker. */
  readonly queueLength: () => number;
  /** Webhook deliveries that are not over; left out when it rejects. */
  readonly pendingDeliveries: () => Promise<number>;
}

/** Seconds; from an answer out of memory to a check of many frames. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const NANOSECONDS = 1e-9;
const EVENT_LOOP_QUANTILES = [0.5, 0.99] as const;

/** Builds the metrics of one service; close them to end the measurement of the event loop. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'vivant_http_request_duration_seconds',
    help: 'Requests and the time to answer them, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
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
  const eventLoop = monitorEventLoopDelay();
  eventLoop.enable();
  for (const gauge of [...queueGauges(sources), ...processGauges(eventLoop)]) registry.registerMetric(gauge);
  return {
    contentType: registry.contentType,
    observeRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    observeCheck({ model, outcome, seconds }) {
      checks.inc({ model, outcome });
      checkSeconds.observe({ model }, seconds);
    },
    read: () => registry.metrics(),
    close: () => eventLoop.disable(),
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

function processGauges(eventLoop: IntervalHistogram): Gauge[] {
  const delay = new Gauge({
    name: 'vivant_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last reading.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of EVENT_LOOP_QUANTILES)
        this.set({ quantile }, eventLoop.percentile(100 * quantile) * NANOSECONDS);
      eventLoop.reset();
    },
  });
  const memory = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return [delay, memory];
}

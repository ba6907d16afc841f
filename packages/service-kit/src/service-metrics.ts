import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** An answered request; nothing of it tells who sent it or what it carried. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the route, never the address: that can carry ids and tokens. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What is counted of every service. */
export interface ServiceMetrics {
  observeRequest(request: AnsweredRequest): void;
  readonly contentType: string;
  /** Everything in the text format of Prometheus. */
  read(): Promise<string>;
  close(): void;
}

/** Seconds; from an answer out of memory to a check of many frames. */
export const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const NANOSECONDS = 1e-9;
const EVENT_LOOP_QUANTILES = [0.5, 0.99] as const;

/** A metric that registers itself would be built for its side effect only. */
const registers: Registry[] = [];

/** Counts requests and watches the process; a service registers its own metrics beside. Close it in the end. */
export function createServiceMetrics(registry: Registry): ServiceMetrics {
  const requests = new Histogram({
    name: 'vivant_http_request_duration_seconds',
    help: 'Requests and the time to answer them, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const eventLoop = monitorEventLoopDelay();
  eventLoop.enable();
  for (const gauge of processGauges(eventLoop)) registry.registerMetric(gauge);
  return {
    contentType: registry.contentType,
    observeRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    read: () => registry.metrics(),
    close: () => eventLoop.disable(),
  };
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

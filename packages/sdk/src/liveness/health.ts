import type { Health } from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { Result } from './result.ts';

/** The answer of a probe. */
export interface Probe {
  readonly status: 'ok';
}

/** How the service is; no key is needed. Nothing is sent twice: these questions are about now. */
export interface HealthChecks {
  /** Reads the state of the service and of what it depends on. */
  read(options?: CallOptions): Promise<Result<Health>>;
  /** Asks whether the process runs. */
  live(options?: CallOptions): Promise<Result<Probe>>;
  /** Asks whether checks can be judged now; a `ServiceError` says that they cannot. */
  ready(options?: CallOptions): Promise<Result<Probe>>;
}

/** Makes the part of the client for the health of the service. */
export function createHealth({ send }: LivenessApi): HealthChecks {
  const ask =
    <Data>(path: string) =>
    (options?: CallOptions): Promise<Result<Data>> =>
      send({ method: 'GET', path }, { maxRetries: 0, ...options });
  return { read: ask('/health'), live: ask('/livez'), ready: ask('/readyz') };
}

import type { Call } from '../exchange.ts';
import type { Runtime } from '../runtime.ts';
import type { CallOptions } from '../transport.ts';
import type { Result } from './result.ts';

/** What the parts of the client call the service through. */
export interface LivenessApi {
  readonly send: <Data>(call: Call, options?: CallOptions) => Promise<Result<Data>>;
  readonly runtime: Runtime;
}

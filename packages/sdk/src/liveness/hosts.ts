import type { AddHostBody, AllowedHost } from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { Result } from './result.ts';

/** Browser origins that may use verification tokens. */
export interface Hosts {
  /** Lists the origins. */
  list(options?: CallOptions): Promise<Result<readonly AllowedHost[]>>;
  /** Allows an origin; one that is allowed already stays as it is. */
  add(body: AddHostBody, options?: CallOptions): Promise<Result<AllowedHost>>;
  /** Takes an origin away. */
  remove(id: string, options?: CallOptions): Promise<Result<AllowedHost>>;
}

const PATH = '/api/v1/hosts';

/** Makes the part of the client for allowed origins. */
export function createHosts({ send }: LivenessApi): Hosts {
  return {
    list: (options) => send({ method: 'GET', path: PATH }, options),
    add: (json, options) => send({ method: 'POST', path: PATH, json }, options),
    remove: (id, options) => send({ method: 'DELETE', path: `${PATH}/${encodeURIComponent(id)}` }, options),
  };
}

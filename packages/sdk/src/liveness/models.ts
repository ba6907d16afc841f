import type { ModelEntry } from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { Result } from './result.ts';

/** The model registry. */
export interface Models {
  /** Lists the models, with the figures that were measured. */
  list(options?: CallOptions): Promise<Result<readonly ModelEntry[]>>;
}

/** Makes the part of the client for the model registry; `appToken` takes the place of a key. */
export function createModels({ send }: LivenessApi, appToken: string | undefined): Models {
  const headers = { authorization: appToken && `Bearer ${appToken}` };
  return { list: (options) => send({ method: 'GET', path: '/api/v1/models', headers }, options) };
}

import type {
  ApiKey,
  BotKeyValidation,
  ChangeKeyBody,
  CreatedKey,
  CreateKeyBody,
} from '../generated/liveness-types.ts';
import type { CallOptions } from '../transport.ts';
import type { LivenessApi } from './api.ts';
import type { Result } from './result.ts';

/** API keys of the organization. */
export interface Keys {
  /** Lists the keys, without their secrets. */
  list(options?: CallOptions): Promise<Result<readonly ApiKey[]>>;
  /** Makes a key, or replaces one; the secret is in this answer only. */
  create(body: CreateKeyBody, options?: CallOptions): Promise<Result<CreatedKey>>;
  /** Changes name, scopes, expiry or link of a key. */
  change(id: string, body: ChangeKeyBody, options?: CallOptions): Promise<Result<ApiKey>>;
  /** Revokes a key. */
  revoke(id: string, options?: CallOptions): Promise<Result<ApiKey>>;
  /** Asks whom a bot key speaks for; needs no other key. */
  validateBotKey(key: string, options?: CallOptions): Promise<Result<BotKeyValidation>>;
}

const PATH = '/api/v1/keys';

/** Makes the part of the client for keys. */
export function createKeys({ send }: LivenessApi): Keys {
  const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
  return {
    list: (options) => send({ method: 'GET', path: PATH }, options),
    create: (json, options) => send({ method: 'POST', path: PATH, json }, options),
    change: (id, json, options) => send({ method: 'PATCH', path: pathOf(id), json }, options),
    revoke: (id, options) => send({ method: 'DELETE', path: pathOf(id) }, options),
    validateBotKey: (key, options) =>
      send(
        {
          method: 'POST',
          path: '/api/auth/v1/org-bot-keys/validate/',
          json: { key },
          idempotency: 'none',
        },
        options,
      ),
  };
}

import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { actingKey } from './acting-key.ts';
import { hashKey } from './key-format.ts';
import { keyStatus } from './key-lifetime.ts';
import { findKeyByHash } from './key-store.ts';
import type { Principal } from './principal.ts';
import { TOKEN_PREFIX } from './token-prefix.ts';

/** Turns the value of `X-API-Key`, an API key or a verification token, into a principal. */
export type Authenticate = (apiKey: string | undefined) => Promise<Principal>;

/**
 * Builds the check of API keys. Unknown, expired and revoked keys get the same answer, so that a caller
 * learns nothing about keys it does not hold.
 * A bot key is its API key from here on: usage, credits and limits are counted there.
 * @throws ApiError `invalid_key`, `insufficient_scope` for a bot key that acts for nobody
 */
export function createAuthenticate(
  database: Database,
  clock: Clock,
  authenticateToken: Authenticate,
): Authenticate {
  return async (apiKey) => {
    if (apiKey?.startsWith(TOKEN_PREFIX)) return authenticateToken(apiKey);
    if (!apiKey) throw new ApiError('invalid_key', 'An API key is required in the header X-API-Key.');
    const hash = hashKey(apiKey);
    const key = await findKeyByHash(database, hash);
    if (!key || !equal(key.secretSha256, hash) || keyStatus(key, clock.now()) !== 'active') {
      throw new ApiError('invalid_key', 'The API key is wrong, expired or revoked.');
    }
    return {
      organizationId: key.organizationId,
      organizationStatus: key.organizationStatus,
      ...actingKey(key, clock.now()),
    };
  };
}

/** Compares in constant time: an index may compare only a prefix quickly, this is the comparison that counts. */
function equal(stored: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(stored), Buffer.from(given));
}

import type { Scope } from '@vivant/contract/scopes';
import { ApiError } from '@vivant/service-kit/api-error';
import { keyStatus } from './key-lifetime.ts';
import type { KnownKey } from './key-store.ts';

/** What a bot key may do for its API key: a meeting bot judges people and manages nothing. */
const BOT_SCOPES: readonly Scope[] = ['detection:write', 'detection:read'];

/** The API key that a request is carried out and paid for as. */
export interface ActingKey {
  readonly keyId: string;
  /** Empty: full access. */
  readonly scopes: readonly Scope[];
}

/**
 * The key itself, or of a bot key the API key it is linked to, as far as both and the kind allow.
 * @throws ApiError `insufficient_scope` when a bot key has no working API key, or nothing is left to do
 */
export function actingKey({ id, kind, scopes, linked }: KnownKey, now: Date): ActingKey {
  if (kind !== 'bot') return { keyId: id, scopes };
  if (!linked || keyStatus(linked, now) !== 'active') {
    throw refusal('The bot key is linked to no working API key that could pay for checks.');
  }
  const allowed = BOT_SCOPES.filter((scope) => covers(scopes, scope) && covers(linked.scopes, scope));
  // An empty list means full access: a bot key whose scopes are all gone must not get there.
  if (allowed.length === 0) throw refusal('The API key that the bot key acts for may not submit checks.');
  return { keyId: linked.id, scopes: allowed };
}

function covers(scopes: readonly Scope[], scope: Scope): boolean {
  return scopes.length === 0 || scopes.includes(scope);
}

function refusal(message: string): ApiError {
  return new ApiError('insufficient_scope', message, { requiredScope: 'detection:write' });
}

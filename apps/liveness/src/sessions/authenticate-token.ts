import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { and, eq } from 'drizzle-orm';
import type { Authenticate } from '../keys/authenticate.ts';
import { keyStatus } from '../keys/key-lifetime.ts';
import { apiKeys } from '../keys/keys-table.ts';
import type { Principal } from '../keys/principal.ts';
import { organizations } from '../organizations/organizations-table.ts';
import { verificationSessions } from './verification-sessions-table.ts';
import { readToken, type TokenClaims } from './verification-token.ts';

/** What a token is checked against. */
export interface TokenAuthority {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokenSecret: string;
}

/**
 * Builds the check of verification tokens: signed here, not expired, and made with a key that still works and
 * still has the scopes. Every other token gets one answer.
 * @throws ApiError `invalid_key`
 */
export function createAuthenticateToken({ database, clock, tokenSecret }: TokenAuthority): Authenticate {
  return async (token) => {
    const claims = readToken(token ?? '', tokenSecret);
    const now = clock.now();
    const principal =
      claims && claims.exp * 1000 > now.getTime() ? await principalOf(database, claims, now) : undefined;
    if (principal) return principal;
    throw new ApiError('invalid_key', 'The verification token is wrong, expired or revoked.');
  };
}

async function principalOf({ db }: Database, claims: TokenClaims, now: Date): Promise<Principal | undefined> {
  const [found] = await db
    .select({ session: verificationSessions, key: apiKeys, organizationStatus: organizations.status })
    .from(verificationSessions)
    .innerJoin(apiKeys, eq(apiKeys.id, verificationSessions.keyId))
    .innerJoin(organizations, eq(organizations.id, verificationSessions.organizationId))
    .where(
      and(
        eq(verificationSessions.organizationId, claims.org),
        eq(verificationSessions.id, claims.session_id),
        eq(verificationSessions.keyId, claims.key_id),
      ),
    );
  if (!found || keyStatus(found.key, now) !== 'active') return undefined;
  const { key, session, organizationStatus } = found;
  const scopes = claims.scopes.filter((scope) => key.scopes.length === 0 || key.scopes.includes(scope));
  // An empty list means full access: a token whose scopes are all gone must not get there.
  if (scopes.length === 0) return undefined;
  const { id, model, metadata } = session;
  return {
    organizationId: session.organizationId,
    organizationStatus,
    keyId: key.id,
    scopes,
    session: { id, model, metadata },
  };
}

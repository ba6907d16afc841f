import { SCOPES, type Scope } from '@vivant/contract/scopes';
import { ApiError } from '@vivant/service-kit/api-error';
import type { OrganizationStatus } from '../organizations/organizations-table.ts';

/** On whose behalf a request runs. */
export interface Principal {
  readonly organizationId: string;
  readonly organizationStatus: OrganizationStatus;
  readonly keyId: string;
  /** Empty: full access. */
  readonly scopes: readonly Scope[];
  /** Only for a verification token: the one session it reaches, as its server opened it. */
  readonly session?: PrincipalSession;
}

/** The session of a verification token. */
export interface PrincipalSession {
  /** In lower case. */
  readonly id: string;
  /** The only model that may judge it. */
  readonly model: string;
  readonly metadata: Record<string, unknown> | null;
}

/** @throws ApiError `insufficient_scope` naming the scope the key lacks */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.length === 0 || principal.scopes.includes(scope)) return;
  throw new ApiError('insufficient_scope', `The API key lacks the scope ${scope}.`, { requiredScope: scope });
}

/**
 * Requires the caller to hold everything a key with these scopes may do: nobody hands out more than they have.
 * @throws ApiError `insufficient_scope` naming a scope the caller lacks
 */
export function requireCover(principal: Principal, scopes: readonly Scope[]): void {
  for (const scope of scopes.length > 0 ? scopes : SCOPES) requireScope(principal, scope);
}

/** @throws ApiError `account_suspended` */
export function requireActiveAccount(principal: Principal): void {
  if (principal.organizationStatus === 'active') return;
  throw new ApiError('account_suspended', 'The account is suspended because of a payment issue.');
}

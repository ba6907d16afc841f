import type { Scope } from '@vivant/contract/scopes';

/** What a verification token may do in its session, as far as the key it was made with may. */
export const TOKEN_SCOPES: readonly Scope[] = [
  'detection:write',
  'session:read',
  'session:write',
  'session:audit',
];

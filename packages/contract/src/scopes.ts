/** Every permission an API key can carry; a key with an empty list has all of them. */
export const SCOPES = [
  'detection:write',
  'detection:read',
  'session:write',
  'session:read',
  'session:audit',
  'keys:read',
  'keys:write',
  'usage:read',
  'credits:read',
  'webhooks:read',
  'webhooks:write',
  'hosts:read',
  'hosts:write',
] as const;

/** One permission of an API key. */
export type Scope = (typeof SCOPES)[number];

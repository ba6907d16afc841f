import type { SessionRef } from '../sessions/lease-store.ts';

/** The name of a session among all organizations; ids that differ in case only are one session. */
export function sessionKey({ organizationId, sessionId }: SessionRef): string {
  return `${organizationId}:${sessionId.toLowerCase()}`;
}

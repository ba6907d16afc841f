import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestAsyncHookHandler } from 'fastify';
import type { Authenticate } from '../keys/authenticate.ts';
import { keyOf, PRINCIPAL } from '../keys/authorize.ts';

/** A hook that lets the shared app-to-app token (`Authorization: Bearer`) or any valid API key pass. */
export function authorizeReader(authenticate: Authenticate, appToken: string): onRequestAsyncHookHandler {
  return async (request) => {
    const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (bearer !== undefined && equal(bearer, appToken)) return;
    // Noted, so that a verification token is recognised as one and kept to its session.
    request.setDecorator(PRINCIPAL, await authenticate(keyOf(request)));
  };
}

/** Compares hashes: they have one length, so that neither length nor content shows in the time it takes. */
function equal(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

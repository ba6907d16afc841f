import type { Scope } from '@vivant/contract/scopes';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Authenticate } from './authenticate.ts';
import { type Principal, requireScope } from './principal.ts';

/** Name of the request decorator that carries the principal; the server declares it. */
export const PRINCIPAL = 'principal';

/** A hook that lets only keys with a scope pass, before the body is read, and notes the principal on the request. */
export function authorize(authenticate: Authenticate, scope: Scope): onRequestAsyncHookHandler {
  return async (request) => {
    const principal = await authenticate(keyOf(request));
    requireScope(principal, scope);
    request.setDecorator(PRINCIPAL, principal);
  };
}

/** The key a request brings in `X-API-Key`. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['x-api-key'];
  return typeof header === 'string' ? header : undefined;
}

/** The principal of a request that passed {@link authorize}; throws when it did not. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = request.getDecorator<Principal | null>(PRINCIPAL);
  if (!principal) throw new Error(`The route ${request.routeOptions.url} does not authorize its callers.`);
  return principal;
}

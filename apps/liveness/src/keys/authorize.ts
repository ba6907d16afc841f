import type { Scope } from '@vivant/contract/scopes';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Authenticate } from './authenticate.ts';
import { type Principal, requireScope } from './principal.ts';

/** Name of the request decorator that carries the principal; the server declares it. */
export const PRINCIPAL = 'principal';

/** A hook that lets only keys with a scope pass, before the body is read, and notes the principal on the request. */
export function authorize(authenticate: Authenticate, scope: Scope): onRequestAsyncHookHandler {
  return async (request) => {
    const header = request.headers['x-api-key'];
    const principal = await authenticate(typeof header === 'string' ? header : undefined);
    requireScope(principal, scope);
    request.setDecorator(PRINCIPAL, principal);
  };
}

/** The principal of a request that passed {@link authorize}; throws when it did not. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = findPrincipal(request);
  if (!principal) throw new Error(`The route ${request.routeOptions.url} does not authorize its callers.`);
  return principal;
}

/** The principal of a request, if its route authorizes callers. */
export function findPrincipal(request: FastifyRequest): Principal | undefined {
  return request.getDecorator<Principal | null>(PRINCIPAL) ?? undefined;
}

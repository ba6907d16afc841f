import type { Scope } from '@vivant/contract/scopes';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Authenticate } from './authenticate.ts';
import { type Principal, requireScope } from './principal.ts';
import { TOKEN_PREFIX } from './token-prefix.ts';

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

/**
 * The key or token a request brings: `X-API-Key`, or a verification token as `?token=`. An API key is not read
 * from an address: addresses end up in histories and logs.
 */
export function keyOf({ headers, query }: FastifyRequest): string | undefined {
  const header = headers['x-api-key'];
  if (header !== undefined) return typeof header === 'string' ? header : undefined;
  const token = typeof query === 'object' && query !== null && 'token' in query ? query.token : undefined;
  return typeof token === 'string' && token.startsWith(TOKEN_PREFIX) ? token : undefined;
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

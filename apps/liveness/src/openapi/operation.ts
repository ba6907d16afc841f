import { errorEnvelope } from '@vivant/contract/envelope';
import { type ErrorCode, httpStatusOf } from '@vivant/contract/error-codes';
import type { Scope } from '@vivant/contract/scopes';
import type { RouteOptions } from 'fastify';
import { TOKEN_SCOPES } from '../sessions/token-scopes.ts';

/** The name of the security scheme of the `X-API-Key` header. */
export const API_KEY_SCHEME = 'apiKey';

/** The name of the security scheme of verification tokens in an address. */
export const TOKEN_SCHEME = 'verificationToken';

/** The name of the security scheme of the shared app-to-app token. */
export const APP_TOKEN_SCHEME = 'appToken';

/** The security requirement of a route that needs a key with a scope (OpenAPI 3.1 takes scopes for any scheme). */
export function requiresScope(scope: Scope): { [scheme: string]: Scope[] }[] {
  const withToken = TOKEN_SCOPES.includes(scope) ? [{ [TOKEN_SCHEME]: [scope] }] : [];
  return [{ [API_KEY_SCHEME]: [scope] }, ...withToken];
}

/** The answers a route gives for error codes, grouped by status; the description lists the codes. */
export function errorResponses(codes: readonly ErrorCode[]) {
  const statuses = new Set(codes.map(httpStatusOf));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      {
        description: codes
          .filter((code) => httpStatusOf(code) === status)
          .map((code) => `\`${code}\``)
          .join(', '),
        content: { 'application/json': { schema: errorEnvelope } },
      },
    ]),
  );
}

/** Adds error codes to the documented answers of a route that is being declared. */
export function addErrors(route: RouteOptions, codes: readonly ErrorCode[]): void {
  const response = { ...(route.schema?.response as Record<string, { description?: string }> | undefined) };
  for (const code of codes) {
    const status = httpStatusOf(code);
    const known = response[status];
    if (known?.description?.includes(`\`${code}\``)) continue;
    response[status] = known
      ? { ...known, description: `${known.description}, \`${code}\`` }
      : { ...errorResponses([code])[status] };
  }
  route.schema = { ...route.schema, response };
}

import { ApiError } from '@vivant/service-kit/api-error';
import type { FastifyRequest } from 'fastify';
import { PRINCIPAL } from '../keys/authorize.ts';
import type { Principal } from '../keys/principal.ts';

/**
 * A `preHandler` hook for the whole server: a verification token reaches only what names its session, in the
 * path or in the body. What names none, such as the keys, is closed to tokens whatever their scopes. It has to be asked
 * before anything is looked up by what the request says.
 * @throws ApiError `invalid_key`
 */
export async function requireOwnSession(request: FastifyRequest): Promise<void> {
  const principal = request.getDecorator<Principal | null>(PRINCIPAL);
  if (!principal?.session) return;
  const named = [sessionIdIn(request.params), sessionIdIn(request.body)].filter((id) => id !== undefined);
  const { id: own } = principal.session;
  if (named.length > 0 && named.every((id) => typeof id === 'string' && id.toLowerCase() === own)) return;
  throw new ApiError('invalid_key', 'The verification token is for its own session only.');
}

function sessionIdIn(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'session_id' in part ? part.session_id : undefined;
}

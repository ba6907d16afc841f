import { ApiError } from '@vivant/service-kit/api-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, SignedInUser, SignIn } from './accounts.ts';

/** Reads and writes the cookie of signed-in browsers. */
export interface SignInCookie {
  set(reply: FastifyReply, signIn: SignIn): void;
  clear(reply: FastifyReply): void;
  tokenOf(request: FastifyRequest): string | undefined;
}

/** Builds the cookie; over https it has the `__Host-` prefix, by which no other host can set it. */
export function createSignInCookie(isSecure: boolean): SignInCookie {
  const name = isSecure ? '__Host-vivant-session' : 'vivant-session';
  const options = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'strict' } as const;
  return {
    set: (reply, { token, expiresAt }) =>
      void reply.setCookie(name, token, { ...options, expires: expiresAt }),
    clear: (reply) => void reply.clearCookie(name, options),
    tokenOf: (request) => request.cookies[name],
  };
}

/** @throws ApiError `not_signed_in` */
export async function requireUser(
  request: FastifyRequest,
  { accounts, cookie }: { readonly accounts: Pick<Accounts, 'find'>; readonly cookie: SignInCookie },
): Promise<SignedInUser> {
  const token = cookie.tokenOf(request);
  const user = token === undefined ? undefined : await accounts.find(token);
  if (!user) throw new ApiError('not_signed_in', 'Sign in first.');
  return user;
}

import type { HttpServer } from '@vivant/service-kit/http-server';
import type { onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { Guards } from '../keys/guards.ts';
import { answer, errorAnswers, SIGN_IN_SCHEME } from '../openapi/answers.ts';
import type { Accounts } from './accounts.ts';
import { requireSameOrigin } from './require-same-origin.ts';
import { signInBody } from './sign-in-body.ts';
import type { SignInCookie } from './sign-in-cookie.ts';

/** What signing in needs from the service. */
export interface AccountRouteDependencies {
  readonly guards: Guards;
  readonly accounts: Accounts;
  readonly cookie: SignInCookie;
  readonly publicUrl: () => string;
}

const BODY_BYTES_MAX = 4096;

const userSchema = z.object({ email: z.string(), name: z.string(), organizationId: z.int() });

const common = { tags: ['accounts'] };

/** Adds the routes by which browsers sign in and out. */
export function addAccountRoutes(server: HttpServer, dependencies: AccountRouteDependencies): void {
  const sameOrigin = requireSameOrigin(dependencies.publicUrl);
  addSignInRoute(server, dependencies, sameOrigin);
  addSignOutRoute(server, dependencies, sameOrigin);
  addReadingRoute(server, dependencies);
}

function addSignInRoute(
  server: HttpServer,
  { guards, accounts, cookie }: AccountRouteDependencies,
  sameOrigin: onRequestAsyncHookHandler,
): void {
  server.post(
    '/api/auth/sign-in/email',
    {
      onRequest: [sameOrigin, guards.signIn],
      preHandler: guards.signInEmail,
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        ...common,
        operationId: 'signIn',
        summary: 'Sign a browser in',
        security: [],
        body: signInBody,
        response: {
          200: answer('Signed in; the answer sets a cookie.', z.object({ user: userSchema })),
          ...errorAnswers(400, 401, 403, 413, 415, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const signIn = await accounts.signIn(email, password);
      cookie.set(reply, signIn);
      reply.header('cache-control', 'no-store');
      return { user: signIn.user };
    },
  );
}

function addSignOutRoute(
  server: HttpServer,
  { guards, accounts, cookie }: AccountRouteDependencies,
  sameOrigin: onRequestAsyncHookHandler,
): void {
  server.post(
    '/api/auth/sign-out',
    {
      onRequest: [sameOrigin, guards.address],
      schema: {
        ...common,
        operationId: 'signOut',
        summary: 'Sign a browser out',
        security: [{ [SIGN_IN_SCHEME]: [] }],
        response: {
          200: answer('Signed out.', z.object({ success: z.literal(true) })),
          ...errorAnswers(403, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const token = cookie.tokenOf(request);
      if (token !== undefined) await accounts.signOut(token);
      cookie.clear(reply);
      return { success: true as const };
    },
  );
}

function addReadingRoute(server: HttpServer, { guards, accounts, cookie }: AccountRouteDependencies): void {
  server.get(
    '/api/auth/get-session',
    {
      onRequest: guards.address,
      schema: {
        ...common,
        operationId: 'readSignIn',
        summary: 'Ask who is signed in',
        security: [],
        response: {
          200: answer('Who is signed in; null when nobody is.', z.object({ user: userSchema }).nullable()),
          ...errorAnswers(429, 503),
        },
      },
    },
    async (request, reply) => {
      const token = cookie.tokenOf(request);
      const user = token === undefined ? undefined : await accounts.find(token);
      reply.header('cache-control', 'no-store');
      return user ? { user } : null;
    },
  );
}

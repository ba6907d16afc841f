import { createHash } from 'node:crypto';
import { limitRequests } from '@vivant/service-kit/limit-requests';
import type { RateLimit, RateLimiter } from '@vivant/service-kit/rate-limiter';
import type { onRequestAsyncHookHandler } from 'fastify';
import type { SignInBody } from '../accounts/sign-in-body.ts';
import { authorizeBot, callerOf } from './authorize-bot.ts';
import type { ValidateBotKey } from './validate-bot-key.ts';

/** Hooks that routes put before everything else. */
export interface Guards {
  /** A valid bot key, and not too many requests of its organization. */
  readonly botKey: onRequestAsyncHookHandler[];
  /** Not too many requests from one address. */
  readonly address: onRequestAsyncHookHandler;
  /** The same for guesses of passwords. */
  readonly signIn: onRequestAsyncHookHandler;
  /** Not too many guesses for one email, from wherever; runs when the body has been read. */
  readonly signInEmail: onRequestAsyncHookHandler;
}

export interface GuardOptions {
  readonly validateBotKey: ValidateBotKey;
  readonly limiter: RateLimiter;
  readonly rateLimits: { readonly requests: RateLimit; readonly signIn: RateLimit };
}

/** An email is tried this many times as often as an address may try: one address alone cannot keep its owner out. */
const ADDRESSES_OF_EMAIL = 3;

/** Builds the hooks. */
export function createGuards({ validateBotKey, limiter, rateLimits }: GuardOptions): Guards {
  const { requests, signIn } = rateLimits;
  const ofAddress = (limit: RateLimit) =>
    limitRequests({ limiter, limit, callerOf: ({ ip }) => `address ${ip}` });
  return {
    botKey: [
      authorizeBot(validateBotKey),
      limitRequests({
        limiter,
        limit: requests,
        callerOf: (request) => `bot ${callerOf(request).organizationId}`,
      }),
    ],
    address: ofAddress(requests),
    signIn: ofAddress(signIn),
    signInEmail: limitRequests({
      limiter,
      limit: { ...signIn, requests: signIn.requests * ADDRESSES_OF_EMAIL },
      callerOf: ({ body }) => `email ${digestOf((body as SignInBody).email)}`,
      isSecret: true,
    }),
  };
}

/** No email is stored to count it. */
function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}

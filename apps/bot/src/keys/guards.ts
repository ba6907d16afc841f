import { limitRequests } from '@vivant/service-kit/limit-requests';
import type { RateLimit, RateLimiter } from '@vivant/service-kit/rate-limiter';
import type { onRequestAsyncHookHandler } from 'fastify';
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
}

export interface GuardOptions {
  readonly validateBotKey: ValidateBotKey;
  readonly limiter: RateLimiter;
  readonly rateLimits: { readonly requests: RateLimit; readonly signIn: RateLimit };
}

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
  };
}

import { ApiError } from '@vivant/service-kit/api-error';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { BotCaller, ValidateBotKey } from './validate-bot-key.ts';

/** Name of the request decorator that carries the caller; the server declares it. */
export const CALLER = 'botCaller';

/** A hook that lets only valid bot keys pass, before the body is read. */
export function authorizeBot(validateBotKey: ValidateBotKey): onRequestAsyncHookHandler {
  return async (request) => {
    const key = bearerOf(request);
    if (key === undefined)
      throw new ApiError('invalid_key', 'A bot key is required: Authorization: Bearer <BOT_API_KEY>.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    request.setDecorator(CALLER, await validateBotKey(key));
  };
}

/** What a request brings as `Authorization: Bearer`. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The caller of a request that passed {@link authorizeBot}; throws when it did not. */
export function callerOf(request: FastifyRequest): BotCaller {
  const caller = request.getDecorator<BotCaller | null>(CALLER);
  if (!caller) throw new Error(`The route ${request.routeOptions.url} does not authorize its callers.`);
  return caller;
}

import { UnexpectedAnswerError } from '../errors.ts';
import type { Answer } from '../transport.ts';

/** The answer of the bot to a call. */
export interface BotResult<Data> {
  readonly data: Data;
  readonly meta: {
    readonly status: number;
    /** `X-Request-Id`; name it when you ask for help. */
    readonly requestId: string | undefined;
    /** How often the request was sent. */
    readonly attempts: number;
  };
}

/**
 * Reads an answer of the bot.
 * @throws UnexpectedAnswerError when it is no JSON object
 */
export function readBotResult<Data>({ status, headers, body, attempts }: Answer): BotResult<Data> {
  if (typeof body !== 'object' || body === null)
    throw new UnexpectedAnswerError(status, 'What answered is not the meeting bot.');
  return {
    data: body as Data,
    meta: { status, requestId: headers.get('x-request-id') ?? undefined, attempts },
  };
}

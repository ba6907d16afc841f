import { type Refusal, RefusalError } from '../errors.ts';
import { isPassing } from '../retry.ts';

/** The meeting bot refused or failed; its errors have a status and a text, no code. */
export class BotApiError extends RefusalError {
  override readonly name = 'BotApiError';
  readonly retryable: boolean;

  constructor(message: string, refusal: Refusal) {
    super(message, refusal);
    this.retryable = isPassing(refusal.status);
  }
}

/** Makes the error of a refused call from its body, `{error: text}`. */
export function toBotError(refusal: Refusal, body: unknown): BotApiError {
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const message = typeof said === 'string' ? said : `The bot answered with status ${refusal.status}.`;
  return new BotApiError(message, refusal);
}

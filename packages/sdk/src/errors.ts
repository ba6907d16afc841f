/** Anything that went wrong between the client and a service. */
export abstract class VivantError extends Error {
  /** Whether the same call may work later. */
  abstract readonly retryable: boolean;
}

/** No answer arrived: no connection, or one that broke. */
export class ConnectionError extends VivantError {
  override readonly name: string = 'ConnectionError';
  readonly retryable: boolean = true;
}

/** No complete answer arrived in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
  /** The time that one attempt had, in milliseconds. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
    this.timeoutMs = timeoutMs;
  }
}

/** Something answered that is not the service: a redirect, a page of a proxy, an answer of another form. */
export class UnexpectedAnswerError extends VivantError {
  override readonly name = 'UnexpectedAnswerError';
  readonly retryable = false;
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** What a refusal says, whichever service it comes from. */
export interface Refusal {
  readonly status: number;
  /** `X-Request-Id` of the answer; name it when you ask for help. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** A service refused or failed. */
export abstract class RefusalError extends VivantError implements Refusal {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { status, requestId, retryAfterMs }: Refusal) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

import { type BotErrorCode, botHttpStatusOf } from '@vivant/contract/bot-error-codes';
import { type ErrorCode, httpStatusOf } from '@vivant/contract/error-codes';
import type { Scope } from '@vivant/contract/scopes';

/** Messages for each field that is at fault, for example `{'frames[3].pixels': ['is not an image']}`. */
export type FieldDetails = Readonly<Record<string, readonly string[]>>;

/** What an {@link ApiError} may carry besides its code and message. */
export interface ApiErrorOptions {
  readonly details?: FieldDetails;
  /** Sent with the answer, for example `Retry-After` or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the same request may succeed later; by default true for 429 and 503. */
  readonly retryable?: boolean;
  /** The scope the key lacks; belongs to `insufficient_scope`. */
  readonly requiredScope?: Scope;
  /** What else is wrong with the request; listed after this error. */
  readonly others?: readonly ApiError[];
  readonly cause?: unknown;
}

/** An expected failure that the caller is told about; its message and details are public. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | BotErrorCode;
  readonly details: FieldDetails;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly requiredScope: Scope | undefined;
  readonly others: readonly ApiError[];

  constructor(code: ErrorCode | BotErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
    this.retryable = options.retryable ?? isRetryable(code);
    this.requiredScope = options.requiredScope;
    this.others = options.others ?? [];
  }

  /** The HTTP status this error is answered with. */
  get status(): number {
    return statusOf(this.code);
  }
}

function statusOf(code: ErrorCode | BotErrorCode): number {
  return botHttpStatusOf(code) ?? httpStatusOf(code as ErrorCode);
}

function isRetryable(code: ErrorCode | BotErrorCode): boolean {
  const status = statusOf(code);
  return status === 429 || status === 503;
}

import { type Refusal, RefusalError } from '../errors.ts';
import type { ErrorCode, Scope } from '../generated/liveness-types.ts';
import { isPassing } from '../retry.ts';

/** A code of the service; `unrecognized` when the refusal names none, as those of proxies. */
export type LivenessErrorCode = ErrorCode | 'unrecognized';

/** What a refusal of the liveness service says. */
export interface LivenessRefusal<Code extends string = LivenessErrorCode> extends Refusal {
  readonly code: Code;
  readonly message: string;
  /** The messages of the code, a field in each where fields are wrong. */
  readonly messages: readonly string[];
  /** With `insufficient_scope`: what the key lacks. */
  readonly requiredScope: Scope | undefined;
}

/** The liveness service refused or failed; choose your recovery by `code`. */
export class LivenessApiError<Code extends string = LivenessErrorCode>
  extends RefusalError
  implements LivenessRefusal<Code>
{
  override readonly name: string = 'LivenessApiError';
  readonly code: Code;
  readonly messages: readonly string[];
  readonly requiredScope: Scope | undefined;
  readonly retryable: boolean;

  constructor(refusal: LivenessRefusal<Code>) {
    super(refusal.message, refusal);
    this.code = refusal.code;
    this.messages = refusal.messages;
    this.requiredScope = refusal.requiredScope;
    // A repetition that met its own first attempt is told when to ask again.
    const isUnderWay = refusal.code === 'idempotency_conflict' && refusal.retryAfterMs !== undefined;
    this.retryable = isUnderWay || isPassing(refusal.status);
  }
}

/** The request cannot be carried out as it is. */
export class InvalidRequestError extends LivenessApiError<InvalidRequestCode> {
  override readonly name = 'InvalidRequestError';
}
type InvalidRequestCode =
  | 'insufficient_frames'
  | 'missing_field'
  | 'validation_error'
  | 'unsupported_model'
  | 'invalid_video_input'
  | 'invalid_metadata'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type';

/** The key or token is wrong, expired or revoked. */
export class AuthenticationError extends LivenessApiError<'invalid_key'> {
  override readonly name = 'AuthenticationError';
}

/** The account cannot pay. */
export class PaymentError extends LivenessApiError<'insufficient_credits' | 'account_suspended'> {
  override readonly name = 'PaymentError';
}

/** The key may not do this. */
export class PermissionError extends LivenessApiError<'insufficient_scope' | 'tenant_mismatch'> {
  override readonly name = 'PermissionError';
}

/** There is no such thing, or it belongs to somebody else. */
export class NotFoundError extends LivenessApiError<
  'not_found' | 'tenant_not_found' | 'submission_not_found'
> {
  override readonly name = 'NotFoundError';
}

/** Something else was done or begun under the same id. */
export class ConflictError extends LivenessApiError<
  'session_model_mismatch' | 'idempotency_conflict' | 'idempotency_mismatch'
> {
  override readonly name = 'ConflictError';
}

/** Too many requests; `retryAfterMs` says when the next one is welcome. */
export class RateLimitError extends LivenessApiError<'rate_limit_exceeded'> {
  override readonly name = 'RateLimitError';
}

/** The service failed. */
export class ServiceError extends LivenessApiError<'internal_error' | 'service_unavailable'> {
  override readonly name = 'ServiceError';
}

type Family = new (refusal: LivenessRefusal<never>) => LivenessApiError<string>;

const FAMILIES: Readonly<Record<ErrorCode, Family>> = {
  insufficient_frames: InvalidRequestError,
  missing_field: InvalidRequestError,
  validation_error: InvalidRequestError,
  unsupported_model: InvalidRequestError,
  invalid_video_input: InvalidRequestError,
  invalid_metadata: InvalidRequestError,
  method_not_allowed: InvalidRequestError,
  payload_too_large: InvalidRequestError,
  unsupported_media_type: InvalidRequestError,
  invalid_key: AuthenticationError,
  insufficient_credits: PaymentError,
  account_suspended: PaymentError,
  insufficient_scope: PermissionError,
  tenant_mismatch: PermissionError,
  not_found: NotFoundError,
  tenant_not_found: NotFoundError,
  submission_not_found: NotFoundError,
  session_model_mismatch: ConflictError,
  idempotency_conflict: ConflictError,
  idempotency_mismatch: ConflictError,
  rate_limit_exceeded: RateLimitError,
  internal_error: ServiceError,
  service_unavailable: ServiceError,
};

/** Tells by code what went wrong, and lets TypeScript know: `if (hasErrorCode(error, 'invalid_key')) ...`. */
export function hasErrorCode<Code extends LivenessErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is LivenessApiError<Code> {
  return error instanceof LivenessApiError && codes.some((code) => code === error.code);
}

/** Makes the error of a refused call from the error envelope. */
export function toLivenessError(refusal: Refusal, body: unknown): LivenessApiError<string> {
  const envelope = isObject(body) ? body : {};
  const errors: unknown[] = Array.isArray(envelope['errors']) ? envelope['errors'] : [];
  const [code, messages] = errors.flatMap((entry) => (isObject(entry) ? Object.entries(entry) : []))[0] ?? [];
  const { message } = envelope;
  const said = {
    ...refusal,
    message: typeof message === 'string' ? message : `The service answered with status ${refusal.status}.`,
    messages: Array.isArray(messages) ? messages.map(String) : [],
    requiredScope: envelope['required_scope'] as Scope | undefined,
  };
  if (code === undefined) return new LivenessApiError({ ...said, code: 'unrecognized' });
  const Family = Object.hasOwn(FAMILIES, code) ? FAMILIES[code as ErrorCode] : LivenessApiError<string>;
  return new Family({ ...said, code } as never);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

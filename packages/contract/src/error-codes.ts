/** Every error code an answer of the liveness service can carry; clients choose their recovery by it. */
export const ERROR_CODES = [
  'insufficient_frames',
  'missing_field',
  'validation_error',
  'unsupported_model',
  'invalid_video_input',
  'invalid_metadata',
  'invalid_key',
  'insufficient_credits',
  'account_suspended',
  'insufficient_scope',
  'tenant_mismatch',
  'tenant_not_found',
  'submission_not_found',
  'not_found',
  'method_not_allowed',
  'session_model_mismatch',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const;

/** One of the public error codes. */
export type ErrorCode = (typeof ERROR_CODES)[number];

const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  insufficient_frames: 400,
  missing_field: 400,
  validation_error: 400,
  unsupported_model: 400,
  invalid_video_input: 400,
  invalid_metadata: 400,
  invalid_key: 401,
  insufficient_credits: 402,
  account_suspended: 402,
  insufficient_scope: 403,
  tenant_mismatch: 403,
  tenant_not_found: 404,
  submission_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  session_model_mismatch: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
};

/** The HTTP status with which an error code is always answered. */
export function httpStatusOf(code: ErrorCode): number {
  return HTTP_STATUS[code];
}

import type { ErrorCode } from '@vivant/contract/error-codes';

/** Every error code a check can answer. */
export const CHECK_ERRORS = [
  'insufficient_frames',
  'missing_field',
  'validation_error',
  'invalid_key',
  'insufficient_credits',
  'account_suspended',
  'insufficient_scope',
  'session_model_mismatch',
  'payload_too_large',
  'unsupported_media_type',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

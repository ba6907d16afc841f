import type { ErrorCode } from '@vivant/contract/error-codes';

/** What every route that asks for a key can answer. */
export const READ_ERRORS = [
  'invalid_key',
  'insufficient_scope',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

/** What a route that also takes a body can answer. */
export const WRITE_ERRORS = [
  ...READ_ERRORS,
  'validation_error',
  'missing_field',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

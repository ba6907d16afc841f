import type { ErrorCode } from '@vivant/contract/error-codes';

/** Every error code a submission can be refused with. */
export const SUBMIT_ERRORS = [
  'invalid_video_input',
  'invalid_metadata',
  'validation_error',
  'invalid_key',
  'insufficient_credits',
  'account_suspended',
  'insufficient_scope',
  'tenant_mismatch',
  'tenant_not_found',
  'payload_too_large',
  'unsupported_media_type',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

/** Every error code a poll can be refused with. */
export const POLL_ERRORS = [
  'invalid_key',
  'insufficient_scope',
  'tenant_mismatch',
  'tenant_not_found',
  'submission_not_found',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

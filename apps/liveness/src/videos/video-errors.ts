import type { ErrorCode } from '@vivant/contract/error-codes';
import { READ_ERRORS } from '../openapi/common-errors.ts';

/** Every error code a submission can be refused with. */
export const SUBMIT_ERRORS = [
  ...READ_ERRORS,
  'invalid_video_input',
  'invalid_metadata',
  'validation_error',
  'insufficient_credits',
  'account_suspended',
  'tenant_mismatch',
  'tenant_not_found',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

/** Every error code a poll can be refused with. */
export const POLL_ERRORS = [
  ...READ_ERRORS,
  'tenant_mismatch',
  'tenant_not_found',
  'submission_not_found',
] as const satisfies readonly ErrorCode[];

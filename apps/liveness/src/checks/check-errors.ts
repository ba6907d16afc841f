import type { ErrorCode } from '@vivant/contract/error-codes';
import { WRITE_ERRORS } from '../openapi/common-errors.ts';

/** Every error code a check can answer. */
export const CHECK_ERRORS = [
  ...WRITE_ERRORS,
  'insufficient_frames',
  'insufficient_credits',
  'account_suspended',
  'session_model_mismatch',
] as const satisfies readonly ErrorCode[];

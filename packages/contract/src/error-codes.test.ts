import { expect, it } from 'vitest';
import { ERROR_CODES, httpStatusOf } from './error-codes.ts';

it('publishes these codes, each with its status', () => {
  expect(ERROR_CODES.map((code) => `${httpStatusOf(code)} ${code}`)).toEqual([
    '400 insufficient_frames',
    '400 missing_field',
    '400 validation_error',
    '400 unsupported_model',
    '400 invalid_video_input',
    '400 invalid_metadata',
    '401 invalid_key',
    '402 insufficient_credits',
    '402 account_suspended',
    '403 insufficient_scope',
    '403 tenant_mismatch',
    '404 tenant_not_found',
    '404 submission_not_found',
    '404 not_found',
    '405 method_not_allowed',
    '409 session_model_mismatch',
    '409 idempotency_conflict',
    '413 payload_too_large',
    '415 unsupported_media_type',
    '422 idempotency_mismatch',
    '429 rate_limit_exceeded',
    '500 internal_error',
    '503 service_unavailable',
  ]);
});

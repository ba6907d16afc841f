import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';

describe('ApiError', () => {
  it('has the status of its code', () => {
    expect(new ApiError('session_model_mismatch', 'Other model.').status).toBe(409);
  });

  it('may be retried when the service was busy or out of reach, and otherwise not', () => {
    expect(new ApiError('rate_limit_exceeded', '').retryable).toBe(true);
    expect(new ApiError('service_unavailable', '').retryable).toBe(true);
    expect(new ApiError('internal_error', '').retryable).toBe(false);
    expect(new ApiError('validation_error', '').retryable).toBe(false);
    expect(new ApiError('internal_error', '', { retryable: true }).retryable).toBe(true);
  });

  it('keeps its cause', () => {
    const cause = new Error('socket closed');

    expect(new ApiError('service_unavailable', '', { cause }).cause).toBe(cause);
  });
});

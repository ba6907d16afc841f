import { errorEnvelope } from '@vivant/contract/envelope';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { DatabaseUnavailableError } from './database-errors.ts';
import { presentEnvelope, toApiError } from './error-envelope.ts';

describe('envelope of an error', () => {
  it('repeats the message under the code when there are no details', () => {
    expect(presentEnvelope(new ApiError('invalid_key', 'The key has expired.'))).toEqual({
      data: null,
      success: false,
      message: 'The key has expired.',
      errors: [{ invalid_key: ['The key has expired.'] }],
    });
  });

  it('lists the details by field', () => {
    const details = { 'frames[3].pixels': ['is not an image'], fps: ['is required', 'is a number'] };
    const envelope = presentEnvelope(new ApiError('validation_error', 'Wrong.', { details }));

    expect(envelope.errors).toEqual([
      { validation_error: ['frames[3].pixels: is not an image', 'fps: is required', 'fps: is a number'] },
    ]);
  });

  it('lists what else is wrong under its own code', () => {
    const others = [new ApiError('validation_error', 'Wrong.')];
    const envelope = presentEnvelope(new ApiError('missing_field', 'Missing.', { others }));

    expect(envelope.errors).toEqual([{ missing_field: ['Missing.'] }, { validation_error: ['Wrong.'] }]);
  });

  it('names the scope a key lacks', () => {
    const error = new ApiError('insufficient_scope', 'Not yours.', { requiredScope: 'usage:read' });

    expect(presentEnvelope(error).required_scope).toBe('usage:read');
  });

  it('is what the contract says', () => {
    const error = new ApiError('missing_field', 'Missing.', { requiredScope: 'usage:read' });

    expect(errorEnvelope.safeParse(presentEnvelope(error)).success).toBe(true);
  });
});

describe('an error that is not expected', () => {
  it('tells the caller nothing but the request id', () => {
    const error = toApiError(new Error('password=hunter2 at /srv/app.js'), 'r-1');

    expect(error.code).toBe('internal_error');
    expect(error.message).toBe('Something went wrong on our side. Request id: r-1');
    expect(error.details).toEqual({});
  });

  it('does not become the status that another library put on it', () => {
    const error = Object.assign(new Error('upstream said no'), { statusCode: 404, code: 'E_UPSTREAM' });

    expect(toApiError(error, 'r-1').code).toBe('internal_error');
  });

  it('may be any thrown value', () => {
    expect(toApiError('a text', 'r-1').code).toBe('internal_error');
    expect(toApiError(undefined, 'r-1').code).toBe('internal_error');
  });
});

it('answers a database that is out of reach with a time to come back', () => {
  const error = toApiError(new DatabaseUnavailableError('gone'), 'r-1');

  expect(error.code).toBe('service_unavailable');
  expect(error.retryable).toBe(true);
  expect(error.headers).toEqual({ 'retry-after': '1' });
});

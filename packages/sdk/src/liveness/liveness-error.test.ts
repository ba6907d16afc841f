import { ERROR_CODES, httpStatusOf } from '@vivant/contract/error-codes';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  hasErrorCode,
  InvalidRequestError,
  LivenessApiError,
  NotFoundError,
  PaymentError,
  PermissionError,
  RateLimitError,
  ServiceError,
  toLivenessError,
} from './liveness-error.ts';

const FAMILIES: Readonly<Record<number, new (...values: never[]) => Error>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: PaymentError,
  403: PermissionError,
  404: NotFoundError,
  405: InvalidRequestError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: ConflictError,
  429: RateLimitError,
  500: ServiceError,
  503: ServiceError,
};

function refusal(status: number, retryAfterMs?: number) {
  return { status, requestId: 'r-1', retryAfterMs };
}

function envelope(code: string, rest: object = {}) {
  return { data: null, success: false, message: 'No.', errors: [{ [code]: ['one', 'two'] }], ...rest };
}

describe('toLivenessError', () => {
  it.each(ERROR_CODES)('knows %s by its family', (code) => {
    const status = httpStatusOf(code);
    const error = toLivenessError(refusal(status), envelope(code));
    expect(error).toBeInstanceOf(FAMILIES[status]!);
    expect(error).toMatchObject({ code, status, message: 'No.', messages: ['one', 'two'], requestId: 'r-1' });
    expect(error.name).toBe(FAMILIES[status]!.name);
    expect(error.retryable).toBe([429, 500, 503].includes(status));
  });

  it('tells the scope that is missing', () => {
    const body = envelope('insufficient_scope', { required_scope: 'keys:read' });
    expect(toLivenessError(refusal(403), body)).toMatchObject({ requiredScope: 'keys:read' });
  });

  it('may be repeated when the first attempt is still under way, and only then', () => {
    const body = envelope('idempotency_conflict');
    expect(toLivenessError(refusal(409, 1000), body).retryable).toBe(true);
    expect(toLivenessError(refusal(409), body).retryable).toBe(false);
  });

  it('keeps a code that it does not know', () => {
    const error = toLivenessError(refusal(418), envelope('teapot'));
    expect(error).toMatchObject({ name: 'LivenessApiError', code: 'teapot', retryable: false });
  });

  it.each([undefined, null, 'Bad gateway', {}, { errors: [] }, { errors: ['x', null] }])(
    'makes do with what a proxy answers: %j',
    (body) => {
      const error = toLivenessError(refusal(502), body);
      expect(error).toBeInstanceOf(LivenessApiError);
      expect(error).toMatchObject({ code: 'unrecognized', status: 502, retryable: true });
    },
  );
});

describe('hasErrorCode', () => {
  it('narrows the code', () => {
    const error: unknown = toLivenessError(refusal(402), envelope('insufficient_credits'));
    expect(hasErrorCode(error, 'account_suspended')).toBe(false);
    expect(hasErrorCode(new Error('x'), 'insufficient_credits')).toBe(false);
    if (!hasErrorCode(error, 'insufficient_credits', 'account_suspended')) throw error;
    expectTypeOf(error.code).toEqualTypeOf<'insufficient_credits' | 'account_suspended'>();
  });
});

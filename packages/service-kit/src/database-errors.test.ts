import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError, isDatabaseUnavailable, isUniqueViolation } from './database-errors.ts';

function failedQuery(cause: Error, code?: string): Error {
  return new DrizzleQueryError('select 1', [], code === undefined ? cause : Object.assign(cause, { code }));
}

describe('a database out of reach', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '08006', '57P01', '57P03', '53300'])(
    'is recognised by code %s',
    (code) => {
      expect(isDatabaseUnavailable(failedQuery(new Error('?'), code))).toBe(true);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'PGlite is closed',
  ])('is recognised by the message "%s"', (message) => {
    expect(isDatabaseUnavailable(failedQuery(new Error(message)))).toBe(true);
  });

  it('is recognised behind other errors', () => {
    const lost = failedQuery(new AggregateError([Object.assign(new Error('?'), { code: 'ECONNREFUSED' })]));

    expect(isDatabaseUnavailable(new Error('could not charge', { cause: lost }))).toBe(true);
    expect(isDatabaseUnavailable(new DatabaseUnavailableError('no connection'))).toBe(true);
  });

  it.each(['23505', '22P02', '42P01', '57014'])('is not what a refused query with code %s means', (code) => {
    expect(isDatabaseUnavailable(failedQuery(new Error('Connection terminated'), code))).toBe(false);
  });

  it('is not what a lost connection to something else means', () => {
    expect(isDatabaseUnavailable(Object.assign(new Error('?'), { code: 'ECONNREFUSED' }))).toBe(false);
    expect(isDatabaseUnavailable('ECONNREFUSED')).toBe(false);
  });
});

describe('a unique violation', () => {
  const error = failedQuery(Object.assign(new Error('?'), { constraint: 'keys_hash_key' }), '23505');

  it('is recognised, with its constraint when that matters', () => {
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'keys_hash_key')).toBe(true);
    expect(isUniqueViolation(error, 'keys_pkey')).toBe(false);
  });

  it('is no other violation', () => {
    expect(isUniqueViolation(failedQuery(new Error('?'), '23503'))).toBe(false);
    expect(isUniqueViolation(undefined)).toBe(false);
  });
});

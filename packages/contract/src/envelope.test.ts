import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorEnvelope, successEnvelope } from './envelope.ts';

describe('success envelope', () => {
  it('holds the data, success and a message', () => {
    const envelope = { data: { verdict: 'live' }, success: true, message: 'Checked.' };

    expect(successEnvelope(z.object({ verdict: z.string() })).parse(envelope)).toEqual(envelope);
  });

  it('is never a failure', () => {
    const schema = successEnvelope(z.object({}));

    expect(schema.safeParse({ data: {}, success: false, message: '' }).success).toBe(false);
  });
});

describe('error envelope', () => {
  const failure = { data: null, success: false, message: 'No.', errors: [{ invalid_key: ['No such key.'] }] };

  it('holds no data and one object for each code', () => {
    expect(errorEnvelope.parse(failure)).toEqual(failure);
  });

  it('knows no codes but the published ones', () => {
    expect(errorEnvelope.safeParse({ ...failure, errors: [{ oops: ['?'] }] }).success).toBe(false);
  });

  it('names the scope that a key lacks', () => {
    const lacking = { ...failure, required_scope: 'detection:write' };

    expect(errorEnvelope.parse(lacking)).toEqual(lacking);
    expect(errorEnvelope.safeParse({ ...failure, required_scope: 'root' }).success).toBe(false);
  });
});

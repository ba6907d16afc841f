import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiError } from './api-error.ts';
import { invalidInput } from './invalid-input.ts';

const schema = z.object({
  session_id: z.guid(),
  frames: z.array(z.object({ index: z.int(), pixels: z.string() })),
});

function errorFor(data: unknown, part = 'body'): ApiError {
  return invalidInput(schema.safeParse(data).error?.issues ?? [], data, part);
}

const sessionId = '6f1c2d4e-8a9b-4c3d-9e0f-1a2b3c4d5e6f';

describe('invalid input', () => {
  it('is a missing field when a required one is absent', () => {
    const error = errorFor({ frames: [{ index: 0 }] });

    expect(error.code).toBe('missing_field');
    expect(error.details).toEqual({ session_id: ['is required'], 'frames[0].pixels': ['is required'] });
    expect(error.message).toBe('session_id: is required (and 1 more)');
  });

  it('is a validation error when a field has the wrong type', () => {
    const error = errorFor({ session_id: sessionId, frames: [{ index: 'x', pixels: '' }] });

    expect(error.code).toBe('validation_error');
    expect(error.details).toEqual({ 'frames[0].index': ['expected number, received string'] });
  });

  it('reports missing and wrong fields together, each under its code', () => {
    const error = errorFor({ frames: 7 });

    expect(error.code).toBe('missing_field');
    expect(error.details).toEqual({ session_id: ['is required'] });
    expect(error.others.map(({ code, details }) => ({ code, details }))).toEqual([
      { code: 'validation_error', details: { frames: ['expected array, received number'] } },
    ]);
  });

  it.each([undefined, null])('is a missing body when it is %s', (data) => {
    const error = errorFor(data);

    expect(error.code).toBe('missing_field');
    expect(error.details).toEqual({ body: ['is required'] });
  });

  it('names the part of the request that is wrong as a whole', () => {
    expect(errorFor('text', 'querystring').details).toEqual({
      querystring: ['expected object, received string'],
    });
  });

  it('never repeats a value that was sent', () => {
    const error = errorFor({ session_id: 'my secret', frames: ['my secret'] });

    expect(JSON.stringify([error.message, error.details, error.others])).not.toContain('my secret');
  });

  it('lists at most twenty faults and says how many there are', () => {
    const frames = Array.from({ length: 500 }, () => ({ index: 0, pixels: 1 }));
    const error = errorFor({ session_id: sessionId, frames });

    expect(Object.keys(error.details)).toHaveLength(20);
    expect(error.message).toContain('(and 499 more)');
  });
});

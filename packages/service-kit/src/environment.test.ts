import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, readConfig } from './environment.ts';

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  APP_TOKEN: z.string().min(16),
});

const token = 'a-token-of-some-length';

function problemsOf(env: Record<string, string | undefined>): ConfigError {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error('The configuration was accepted');
}

describe('configuration', () => {
  it('is typed values with their defaults', () => {
    expect(readConfig(schema, { PORT: '0', APP_TOKEN: token })).toEqual({
      HOST: '127.0.0.1',
      PORT: 0,
      APP_TOKEN: token,
    });
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig(schema, { PORT: '', DATABASE_URL: '', APP_TOKEN: token }).PORT).toBe(8000);
  });

  it('ignores the rest of the environment', () => {
    expect(readConfig(schema, { APP_TOKEN: token, PATH: '/bin' })).not.toHaveProperty('PATH');
  });

  it('lists every problem at once, by variable', () => {
    const error = problemsOf({ PORT: 'many', DATABASE_URL: 'mysql://h' });

    expect(error.problems.map(({ variable }) => variable)).toEqual(['PORT', 'DATABASE_URL', 'APP_TOKEN']);
    expect(error.message).toMatch(/^ {2}PORT: expected number/m);
    expect(error.message).toMatch(/^ {2}APP_TOKEN: is required$/m);
  });

  it('may be wrong as a whole', () => {
    const both = z
      .object({ A: z.string().optional(), B: z.string().optional() })
      .refine(() => false, 'A or B');

    expect(() => readConfig(both, {})).toThrow('environment: A or B');
  });

  it('never repeats a value', () => {
    const error = problemsOf({ APP_TOKEN: 'secret', DATABASE_URL: 'mysql://u:secret@h', PORT: 'secret' });

    expect(error.problems).toHaveLength(3);
    expect(error.message).not.toContain('secret');
  });
});

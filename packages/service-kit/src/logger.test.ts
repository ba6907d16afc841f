import { DrizzleQueryError } from 'drizzle-orm/errors';
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { captureLog } from './testing/captured-log.ts';

/** An insert that PostgreSQL refused; drizzle and PostgreSQL both quote the values. */
function refusedInsert(): DrizzleQueryError {
  const cause = Object.assign(new DatabaseError('value too long: "secret-1"', 0, 'error'), {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (name)=(secret-2) already exists.',
    constraint: 'people_name_key',
  });
  return new DrizzleQueryError('insert into people (name) values ($1)', ['secret-3'], cause);
}

describe('the log', () => {
  it.each([
    'pixels',
    'landmarks',
    'frames',
    'apiKey',
    'api_key',
    'X-API-Key',
    'authorization',
    'token',
    'secret',
    'password',
    'participantName',
    'name',
    'meetingUrl',
    'set-cookie',
    'metadata',
    'body',
  ])('leaves out %s at any depth', (key) => {
    const log = captureLog();
    log.logger.info({ [key]: 'private-1', inner: [{ [key]: { deeper: 'private-2' } }] }, 'hello');

    expect(log.text()).not.toContain('private-');
    expect(log.lines()).toMatchObject([{ msg: 'hello' }]);
  });

  it('leaves out private fields of a child logger', () => {
    const log = captureLog();
    log.logger.child({ sessionId: 's-1', token: 'private' }).info('hello');

    expect(log.lines()).toMatchObject([{ sessionId: 's-1', token: '[private]', msg: 'hello' }]);
  });

  it('names foreign objects instead of looking into them', () => {
    const log = captureLog();
    log.logger.info({ address: new URL('https://u:private@host/'), map: new Map([['a', 'private']]) });

    expect(log.lines()).toMatchObject([{ address: '[URL]', map: '[Map]' }]);
  });

  it('leaves out bytes and shortens long texts', () => {
    const log = captureLog();
    log.logger.info({
      image: Buffer.from('private'),
      view: new Float32Array([7.5]),
      note: 'x'.repeat(10_000),
    });

    expect(log.text()).not.toMatch(/private|7\.5/);
    expect(log.text().length).toBeLessThan(3_000);
  });

  it('ends at a structure that contains itself', () => {
    const log = captureLog();
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    log.logger.info({ loop }, 'hello');

    expect(log.lines()).toMatchObject([{ msg: 'hello' }]);
  });

  it.each([
    [
      'as a field',
      (log: ReturnType<typeof captureLog>, error: Error) => log.logger.error({ err: error }, 'failed'),
    ],
    ['as a field without a message', (log, error) => log.logger.error({ err: error })],
    ['with its own message', (log, error) => log.logger.error({ err: error }, error.message)],
    ['alone', (log, error) => log.logger.error(error)],
    ['from a child', (log, error) => log.logger.child({ requestId: 'r' }).error(error)],
    [
      'as the cause of another',
      (log, error) => log.logger.error(new Error('charge failed', { cause: error })),
    ],
  ] satisfies [string, (log: ReturnType<typeof captureLog>, error: Error) => void][])(
    'never quotes the values of a failed query, logged %s',
    (_name, write) => {
      const log = captureLog();
      write(log, refusedInsert());

      expect(log.text()).not.toContain('secret');
      expect(log.text()).toContain('insert into people (name) values ($1)');
      expect(log.text()).toContain('people_name_key');
      expect(log.text()).toContain('23505');
    },
  );

  it('tells what an ordinary error was and where it came from', () => {
    const log = captureLog();
    log.logger.error(new TypeError('row is undefined', { cause: new RangeError('index 7') }));

    expect(log.lines()).toMatchObject([
      {
        msg: 'row is undefined',
        level: 'error',
        service: 'test',
        err: {
          type: 'TypeError',
          message: 'row is undefined',
          stack: expect.stringContaining('logger.test.ts'),
          cause: { type: 'RangeError', message: 'index 7' },
        },
      },
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBot, type TestBot } from '../testing/test-bot.ts';

const PASSWORD = 'a long enough password';

let bot: TestBot;

beforeEach(async () => {
  bot = await openTestBot({
    config: {
      rateLimits: {
        requests: { requests: 100, windowSeconds: 60 },
        signIn: { requests: 2, windowSeconds: 60 },
      },
    },
  });
  await bot.services.accounts.create({
    email: 'ada@example.test',
    name: 'Ada',
    organizationId: 1,
    password: PASSWORD,
  });
});

afterEach(() => bot.close());

/** Signs in from an address of the network. */
async function signIn(remoteAddress: string, email: string, password = 'a guess') {
  const { statusCode, headers, body } = await bot.server.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress,
    headers: { origin: bot.url },
    payload: { email, password },
  });
  return { statusCode, headers, body };
}

/** Two attempts each from three addresses of a network, as many as an email takes. */
async function guessFromThree(network: string, email: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const host of [1, 2, 3])
    for (let n = 0; n < 2; n += 1) statuses.push((await signIn(`${network}.${host}`, email)).statusCode);
  return statuses;
}

describe('signing in', () => {
  it('is limited for each address', async () => {
    const statuses: number[] = [];
    for (const name of ['ada', 'bob', 'cy'])
      statuses.push((await signIn('192.0.2.1', `${name}@example.test`)).statusCode);
    expect(statuses).toEqual([401, 401, 429]);
    const { headers } = await signIn('192.0.2.1', 'dag@example.test');
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect((await signIn('192.0.2.2', 'dag@example.test')).statusCode).toBe(401);
  });

  it('is limited for each email, whether there is such a user or not', async () => {
    expect(await guessFromThree('192.0.2', 'ada@example.test')).toEqual(Array(6).fill(401));
    expect(await guessFromThree('198.51.100', 'eve@example.test')).toEqual(Array(6).fill(401));
    bot.time.advance(59_000);
    // With the right password, too: an answer that differed would tell that the guess was right.
    const known = await signIn('192.0.2.4', ' ADA@example.test', PASSWORD);
    const unknown = await signIn('192.0.2.4', 'Eve@example.test ');
    expect([known.statusCode, unknown.statusCode]).toEqual([429, 429]);
    expect(known.body).toBe(unknown.body);
    expect(known.headers['retry-after']).toBe('1');
    expect((await signIn('192.0.2.5', 'bob@example.test')).statusCode).toBe(401);

    bot.time.advance(1_000);
    expect((await signIn('192.0.2.6', 'ada@example.test', PASSWORD)).statusCode).toBe(200);
  });

  it('stays possible for an email that one address guesses for, and tells nobody of the guesses', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await signIn('192.0.2.1', 'ada@example.test')).statusCode);
    expect(statuses).toEqual([401, 401, 429, 429, 429, 429, 429, 429]);
    const own = await signIn('192.0.2.2', 'ada@example.test', PASSWORD);
    expect(own.statusCode).toBe(200);
    expect(own.headers['ratelimit']).toBe('"burst";r=1;t=60');
  });
});

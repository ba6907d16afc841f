import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountCommandError, readCommand, runCommand } from '../admin/account-command.ts';
import { botSettings } from '../settings/settings-table.ts';
import {
  type BotAnswer,
  newMeetingUrl,
  openTestBot,
  send,
  type TestBot,
  testCamera,
} from '../testing/test-bot.ts';

const PASSWORD = 'a long enough password';
const API_KEY = 'sk-api-key-of-the-organization-9876';

const log = captureLog();
let bot: TestBot;
let organizationId: number;
let botKey: string;

beforeAll(async () => {
  bot = await openTestBot({ logger: log.logger });
  ({ key: botKey, organizationId } = bot.addKey());
  await runAdmin(`create-user --email Ada@example.test --organization ${organizationId}`, PASSWORD);
});

afterAll(() => bot.close());

async function runAdmin(line: string, password?: string): Promise<string[]> {
  const printed: string[] = [];
  const command = readCommand(line.split(' '));
  if (!command) throw new Error('help');
  await runCommand(command, password, {
    accounts: bot.services.accounts,
    print: (text) => printed.push(text),
  });
  return printed;
}

const origin = () => ({ origin: bot.url });

function signIn(email = 'ada@example.test', password = PASSWORD, headers: object = origin()) {
  return send(`${bot.url}/api/auth/sign-in/email`, { method: 'POST', body: { email, password }, headers });
}

function cookieOf({ headers }: BotAnswer): string {
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

const get = (path: string, cookie = '') => send(bot.url + path, { method: 'GET', headers: { cookie } });

describe('signing in', () => {
  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email: 'ada@example.test', organizationId } },
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect((await get('/api/auth/get-session', cookieOf(answer))).body.user.name).toBe('Ada');
    expect((await get('/api/auth/get-session')).body).toBeNull();
  });

  it('gives an unknown email and a wrong password the same answer', async () => {
    const answers = [await signIn('eve@example.test'), await signIn(undefined, 'a wrong password')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [401, { error: 'Email or password is wrong.' }],
      [401, { error: 'Email or password is wrong.' }],
    ]);
  });

  it('is refused to pages of other sites', async () => {
    const foreign = [
      { origin: 'https://evil.test' },
      {},
      { origin: 'null' },
      { origin: bot.url, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) expect((await signIn(undefined, undefined, headers)).status).toBe(403);
  });

  it('ends by signing out, after twelve hours, and with a new password', async () => {
    const first = cookieOf(await signIn());
    const out = await send(`${bot.url}/api/auth/sign-out`, {
      method: 'POST',
      body: {},
      headers: { ...origin(), cookie: first },
    });
    expect(out.status).toBe(200);
    expect((await get('/api/auth/get-session', first)).body).toBeNull();

    const second = cookieOf(await signIn());
    bot.time.advance(12 * 3_600_000);
    expect((await get('/api/auth/get-session', second)).body).toBeNull();

    const third = cookieOf(await signIn());
    await runAdmin('set-password --email ada@example.test', 'another long password');
    expect((await get('/api/auth/get-session', third)).body).toBeNull();
    expect((await signIn()).status).toBe(401);
    await runAdmin('set-password --email ada@example.test', PASSWORD);
  });

  it('leaves no password, cookie or email in log and database', async () => {
    const cookie = cookieOf(await signIn());
    const { rows } = await bot.database.db.execute<{ text: string }>(
      `select row_to_json(u)::text || coalesce(row_to_json(s)::text, '') as text
       from bot_users u left join bot_sign_ins s on s.user_id = u.id`,
    );
    const [, token = ''] = cookie.split('=');
    for (const secret of [PASSWORD, token]) {
      expect(token.length).toBeGreaterThan(20);
      expect(rows.map(({ text }) => text).join()).not.toContain(secret);
      expect(log.text()).not.toContain(secret);
    }
    expect(log.text()).not.toContain('example.test');
  });
});

describe('users', () => {
  it('are created once, with a password that is long enough, or one that is made', async () => {
    await expect(runAdmin('create-user --email ada@example.test --organization 1', PASSWORD)).rejects.toThrow(
      'There is a user with this email.',
    );
    await expect(runAdmin('create-user --email b@example.test --organization 1', 'short')).rejects.toThrow(
      '12 to 256',
    );
    await expect(runAdmin('set-password --email nobody@example.test', PASSWORD)).rejects.toThrow(
      AccountCommandError,
    );
    const printed = await runAdmin('create-user --email c@example.test --organization 1 --name Cy');
    const password = printed.join().split('shown once): ')[1]!;
    expect((await signIn('c@example.test', password)).body.user.name).toBe('Cy');
    for (const line of [
      '',
      'create-user',
      'create-user --email x --organization 1',
      'fly',
      'set-password --no',
    ])
      expect(() => readCommand(line.split(' '))).toThrow(AccountCommandError);
  });
});

describe('the key of an organization', () => {
  const path = '/api/settings/api-key';
  const put = (cookie: string, apiKey: unknown, headers: object = origin()) =>
    send(bot.url + path, { method: 'PUT', body: { apiKey }, headers: { ...headers, cookie } });

  it('is read and set by those who are signed in only', async () => {
    expect((await get(path)).status).toBe(401);
    expect((await put('', API_KEY)).status).toBe(401);
    expect((await bot.send(botKey, 'GET', path)).status).toBe(401);
  });

  it('is stored when the verification service takes it, encrypted, and judged with from then on', async () => {
    const cookie = cookieOf(await signIn());
    const unset = { configured: false, last4: null, updatedAt: null };
    expect((await get(path, cookie)).body).toEqual(unset);
    expect(await put(cookie, API_KEY)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('apiKey') },
    });
    bot.platform.apiKeys.set(API_KEY, 402);
    expect((await put(cookie, API_KEY)).status).toBe(400);
    bot.platform.fail(true);
    expect((await put(cookie, API_KEY)).status).toBe(503);
    bot.platform.fail(false);
    expect((await put(cookie, '')).status).toBe(400);
    expect((await get(path, cookie)).body).toEqual(unset);

    const before = await bot.send(botKey, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() });
    expect(before.status).toBe(200);
    expect(bot.judgeKeys.at(-1)).toBe(botKey);

    bot.platform.apiKeys.set(API_KEY, 400);
    expect((await put(cookie, API_KEY, { origin: 'https://evil.test' })).status).toBe(403);
    const set = await put(cookie, API_KEY);
    expect(set).toMatchObject({ status: 200, body: { configured: true, last4: '9876' } });
    expect((await get(path, cookie)).body).toEqual(set.body);
    const [stored] = await bot.database.db.select().from(botSettings);
    expect(stored?.sealedApiKey).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain(API_KEY);
    expect(log.text()).not.toContain(API_KEY);

    await bot.send(botKey, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() });
    expect(bot.judgeKeys.at(-1)).toBe(API_KEY);
  });
});

describe('the history', () => {
  it('is filtered, paged, and of the own organization only, for bot keys and for browsers', async () => {
    const { key, organizationId: other } = bot.addKey();
    await runAdmin(`create-user --email history@example.test --organization ${other}`, PASSWORD);
    const meetingUrl = newMeetingUrl();
    const { body } = await bot.send(key, 'POST', '/api/sessions', { meetingUrl, meetingName: 'M' });
    const meeting = bot.provider.meeting(meetingUrl);
    for (const name of ['Ada', 'Bob', 'Cy']) {
      meeting.arrive(name, testCamera);
      await bot.film(14);
    }
    await expect
      .poll(async () => (await bot.send(key, 'GET', '/api/analyses')).body.total, { timeout: 10_000 })
      .toBe(3);
    const list = async (query: string) => (await bot.send(key, 'GET', `/api/analyses?${query}`)).body;
    const page = await list('limit=2');
    expect(page).toMatchObject({ total: 3, limit: 2, offset: 0 });
    const rest = await list('limit=2&offset=2');
    expect([...page.analyses, ...rest.analyses].map(({ participantName }) => participantName)).toEqual([
      'Cy',
      'Bob',
      'Ada',
    ]);
    expect(await list('limit=1000')).toMatchObject({ limit: 200 });
    const today = bot.time.clock.now().toISOString().slice(0, 10);
    for (const [query, total] of [
      ['verdict=live', 3],
      ['verdict=fake', 0],
      ['model=mixed-30-v2', 3],
      ['model=mixed-10-v2', 0],
      ['meeting_source=synthetic', 3],
      ['meeting_source=zoom', 0],
      [`date_from=${today}&date_to=${today}`, 3],
      ['date_to=2020-01-01', 0],
      ['verdict=&model=&date_from=', 3],
    ] as const)
      expect([query, (await list(query)).total]).toEqual([query, total]);
    for (const query of ['limit=0', 'limit=x', 'offset=-1', 'verdict=maybe', 'date_from=yesterday'])
      expect((await bot.send(key, 'GET', `/api/analyses?${query}`)).status).toBe(400);

    const cookie = cookieOf(await signIn('history@example.test'));
    expect((await get('/api/analyses', cookie)).body.total).toBe(3);
    expect((await get('/api/analyses', cookieOf(await signIn()))).body.total).toBe(0);
    expect((await get('/api/analyses')).status).toBe(401);
    await bot.send(key, 'DELETE', `/api/sessions/${body.sessionId}`);
  });

  it('is not there when analyses are not kept, and no name is stored either', async () => {
    const forgetful = await openTestBot({ config: { persistence: false } });
    const { key } = forgetful.addKey();
    expect(await forgetful.send(key, 'GET', '/api/analyses')).toMatchObject({
      status: 501,
      body: { error: expect.stringContaining('PERSISTENCE') },
    });
    const meetingUrl = newMeetingUrl();
    const { body } = await forgetful.send(key, 'POST', '/api/sessions', { meetingUrl });
    forgetful.provider.meeting(meetingUrl).arrive('Ada', testCamera);
    await forgetful.film(14);
    const path = `/api/sessions/${body.sessionId}`;
    expect((await forgetful.send(key, 'GET', path)).body.participants).toHaveLength(1);
    await forgetful.send(key, 'DELETE', path);
    await expect.poll(async () => (await forgetful.send(key, 'GET', path)).body.participants).toEqual([]);
    await forgetful.close();
  });
});

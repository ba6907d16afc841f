import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from './openapi/describe-api.ts';
import type { MeetingProvider } from './providers/meeting-provider.ts';
import { readEvents } from './testing/event-reader.ts';
import { newMeetingUrl, openTestBot, send, type TestBot } from './testing/test-bot.ts';

let bot: TestBot;
let pagesDir: string;

beforeAll(async () => {
  pagesDir = await mkdtemp(join(tmpdir(), 'vivant-pages-'));
  await mkdir(join(pagesDir, 'assets'));
  await writeFile(join(pagesDir, 'index.html'), '<!doctype html><title>pages</title>');
  await writeFile(join(pagesDir, 'assets', 'app-1.js'), 'export {};');
  bot = await openTestBot({ config: { pagesDir }, heartbeatMs: 20 });
});

afterAll(async () => {
  await bot.close();
  await rm(pagesDir, { recursive: true, force: true });
});

const get = (path: string) => send(bot.url + path, { method: 'GET' });

describe('pages', () => {
  it.each(['/interview/abc', '/room/abc', '/room', '/signin', '/history', '/settings'])(
    'are one built page at %s, which loads nothing from elsewhere',
    async (path) => {
      const page = await get(path);
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<title>pages') });
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('have files that browsers may keep for good', async () => {
    const file = await get('/assets/app-1.js');
    expect(file).toMatchObject({ status: 200, body: 'export {};' });
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect((await get('/assets/..%2findex.html')).status).toBe(404);
  });

  it('are missed politely when they are not built', async () => {
    const bare = await openTestBot({ shared: bot, config: { pagesDir: '/nowhere' } });
    expect((await send(`${bare.url}/signin`, { method: 'GET' })).status).toBe(404);
    await bare.close();
  });
});

describe('errors', () => {
  it('have one shape, also where there is no route', async () => {
    for (const [method, path, status] of [
      ['GET', '/nothing', 404],
      ['PUT', '/api/sessions', 405],
      ['GET', '/api/analyses', 401],
      ['POST', '/api/sessions', 401],
    ] as const) {
      const answer = await send(bot.url + path, { method });
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ error: expect.any(String) });
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('say that keys cannot be validated, never that they are wrong, while the platform is away', async () => {
    const { key } = bot.addKey();
    bot.platform.fail(true);
    const answers = [
      await bot.send(key, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() }),
      await bot.send(key, 'GET', '/api/sessions/x'),
      await bot.send(key, 'GET', '/api/analyses'),
    ];
    bot.platform.fail(false);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  });
});

describe('the limit of requests', () => {
  it('counts each organization by itself', async () => {
    const requests = { requests: 2, windowSeconds: 60 };
    const limited = await openTestBot({
      shared: bot,
      config: { rateLimits: { requests, signIn: requests } },
    });
    const [one, two] = [bot.addKey(), bot.addKey()];
    const ask = (key: string) => limited.send(key, 'GET', '/api/sessions/x');
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask(one.key)).status);
    expect(statuses).toEqual([404, 404, 429]);
    expect((await ask(two.key)).status).toBe(404);
    await limited.close();
  });
});

describe('a meeting that has to reach the bot', () => {
  it('is refused before anything is stored while the public address leads elsewhere', async () => {
    const provider: MeetingProvider = { ...bot.provider, needsCallback: true };
    const lost = await openTestBot({ shared: bot, providers: [provider], publicUrl: bot.platform.url });
    const { key } = bot.addKey();
    const meetingUrl = newMeetingUrl();
    expect(await lost.send(key, 'POST', '/api/sessions', { meetingUrl })).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('PUBLIC_URL') },
    });
    expect(bot.provider.meeting(meetingUrl).bots).toEqual([]);
    await lost.close();
    const found = await openTestBot({ shared: bot, providers: [provider] });
    expect((await found.send(key, 'POST', '/api/sessions', { meetingUrl })).status).toBe(200);
    await found.close();
  });
});

describe('event streams', () => {
  it('are kept alive by comments', async () => {
    const { key } = bot.addKey();
    const { body } = await bot.send(key, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() });
    const stream = await readEvents(`${bot.url}/api/interview/${body.interviewToken}/events`);
    await expect.poll(() => stream.text()).toContain(': keep-alive\n\n');
    stream.close();
    await expect.poll(() => bot.services.watch.openCount).toBe(0);
  });

  it('tell the end to those who watch when the service stops', async () => {
    const stopping = await openTestBot({ shared: bot });
    const { key } = bot.addKey();
    const meetingUrl = newMeetingUrl();
    const { body } = await stopping.send(key, 'POST', '/api/sessions', { meetingUrl });
    const stream = await readEvents(`${stopping.url}/api/interview/${body.interviewToken}/events`);
    await stream.until(({ event }) => event === 'session-status');
    await stopping.close();
    await stream.ended;
    expect(stream.events.at(-1)?.data).toMatchObject({ status: 'stopped' });
    expect(bot.provider.meeting(meetingUrl).bots).toEqual([]);
    const stored = await bot.send(key, 'GET', `/api/sessions/${body.sessionId}`);
    expect(stored.body).toMatchObject({ status: 'stopped', endedAt: expect.any(String) });

    const events = `${bot.url}/api/sessions/${body.sessionId}/events`;
    for (const seen of [{}, { 'last-event-id': '1' }]) {
      const late = await readEvents(events, { authorization: `Bearer ${key}`, ...seen });
      await late.ended;
      expect(late.events.map(({ event }) => event)).toEqual(['clear-participants', 'session-status']);
    }
  });
});

describe('the description', () => {
  it('is the one in the repository, and every operation is in it', async () => {
    const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
    expect(committed, 'run: node apps/bot/dist/openapi/write.js').toBe(await describeApi());
    const { paths } = JSON.parse(committed);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/sessions',
        '/api/sessions/{id}',
        '/api/sessions/{id}/events',
        '/api/sessions/{id}/scan/{participantId}',
        '/api/interview/{token}',
        '/api/analyses',
        '/api/settings/api-key',
      ]),
    );
    expect((await get('/openapi.json')).body.info.title).toBe('Vivant meeting bot');
    expect((await get('/docs/')).status).toBe(200);
  });
});

describe('health', () => {
  it('names what does not answer', async () => {
    expect((await get('/health')).body).toMatchObject({
      status: 'healthy',
      dependencies: { database: 'ok', redis: 'ok', verification_service: 'ok' },
    });
    bot.platform.fail(true);
    expect((await get('/health')).body).toMatchObject({
      status: 'degraded',
      dependencies: { verification_service: 'error: no answer' },
    });
    bot.platform.fail(false);
    expect((await get('/livez')).body).toEqual({ status: 'ok', service: 'vivant-bot' });
    expect((await get('/readyz')).status).toBe(200);
    const metrics = (await get('/metrics')).body as string;
    expect(metrics).toContain('vivant_bot_sessions_ended_total');
    expect(metrics).toContain('vivant_bot_sessions');
    expect(metrics).not.toContain('eyJ');
  });
});

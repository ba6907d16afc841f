import { createLogger } from '@vivant/service-kit/logger';
import { connectRedis } from '@vivant/service-kit/redis';
import { testDatabases } from '@vivant/service-kit/testing/test-databases';
import { testRedis } from '@vivant/service-kit/testing/test-redis';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MeetingProvider, MeetingProviderError } from '../providers/meeting-provider.ts';
import { readEvents } from '../testing/event-reader.ts';
import { newMeetingUrl, openTestBot, type TestBot, testCamera } from '../testing/test-bot.ts';
import { botSessions } from './sessions-table.ts';

const redis = await testRedis();
const [, postgres] = await testDatabases();

describe.skipIf(redis.unavailable || postgres?.unavailable)('two replicas', () => {
  let owner: TestBot;
  let other: TestBot;

  beforeEach(async () => {
    const config = { redisUrl: redis.url };
    owner = await openTestBot({ testDatabase: await postgres!.create(), config });
    other = await openTestBot({ shared: owner, config });
  });

  afterEach(async () => {
    await other.close();
    await owner.close();
  });

  /** A session that the owner runs. */
  async function start(body: object = {}) {
    const meetingUrl = newMeetingUrl();
    const { key } = owner.addKey();
    const created = await owner.send(key, 'POST', '/api/sessions', { meetingUrl, ...body });
    const path = `/api/sessions/${created.body.sessionId}`;
    return { key, path, meeting: owner.provider.meeting(meetingUrl), token: created.body.interviewToken };
  }

  it('tell the same events and the same state', async () => {
    const { key, path, meeting, token } = await start();
    const stream = await readEvents(`${other.url}${path}/events`, { authorization: `Bearer ${key}` });
    const observer = await readEvents(`${other.url}/api/interview/${token}/events`);
    meeting.arrive('Ada', testCamera);
    await stream.until(({ data }) => data.stage === 'accumulating');
    await owner.film(12);
    await stream.until(({ data }) => data.stage === 'done');
    await observer.until(({ data }) => data.stage === 'done');
    expect(stream.events.map(({ id }) => id)).toEqual(stream.events.map((_, at) => at + 1));
    const [near, far] = await Promise.all([owner.send(key, 'GET', path), other.send(key, 'GET', path)]);
    expect(far.body).toEqual(near.body);
    expect(far.body.results).toHaveLength(1);
    stream.close();
    observer.close();
  });

  it('tell the end to one who comes when the events have expired', async () => {
    const { key, path } = await start();
    await owner.send(key, 'DELETE', path);
    const connection = connectRedis({
      url: redis.url,
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    if (connection.kind !== 'redis') throw new Error('not Redis');
    await connection.client.del(`vivant:bot:events:${path.split('/').at(-1)}`);
    await connection.close();
    const stream = await readEvents(`${other.url}${path}/events`, { authorization: `Bearer ${key}` });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ event: 'session-status', data: { status: 'stopped' } });
  });

  it('take commands for each other, refusals included', async () => {
    const { key, path, meeting } = await start({ targetParticipantNames: ['Nobody'] });
    const stream = await readEvents(`${other.url}${path}/events`, { authorization: `Bearer ${key}` });
    const { participantId } = meeting.arrive('Ada', testCamera);
    await stream.until(({ event }) => event === 'participant-joined');
    const scan = () => other.send(key, 'POST', `${path}/scan/${participantId}`);
    expect(await scan()).toMatchObject({ status: 200, body: { status: 'scanning' } });
    expect((await scan()).status).toBe(409);
    expect((await other.send(key, 'POST', `${path}/stop/nobody`)).status).toBe(404);
    expect((await other.send(key, 'DELETE', path)).body).toMatchObject({ status: 'stopped' });
    await stream.ended;
    expect(meeting.bots).toEqual([]);
  });

  it('end what a dead one has left: the bot leaves, observers are told, once', async () => {
    const { key, path, meeting } = await start({ callbackUrl: 'http://127.0.0.1:9099/hook' });
    const stream = await readEvents(`${other.url}${path}/events`, { authorization: `Bearer ${key}` });
    await stream.until(({ event }) => event === 'session-status');
    await other.services.keeper.tick();
    expect(meeting.bots).toHaveLength(1);

    await owner.die();
    const { db } = owner.database;
    await db.update(botSessions).set({ leaseExpiresAt: sql`now() - interval '1 second'` });
    await other.services.keeper.tick();
    expect(meeting.bots).toEqual([]);
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ event: 'session-status', data: { status: 'fatal' } });
    expect((await other.send(key, 'GET', path)).body).toMatchObject({
      status: 'fatal',
      statusReason: expect.stringContaining('ended unexpectedly'),
      endedAt: expect.any(String),
    });
    await other.services.keeper.tick();
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int from bot_deliveries`);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('give a session up that another has taken over', async () => {
    const { meeting } = await start();
    const { db } = owner.database;
    await db.update(botSessions).set({ leaseExpiresAt: sql`now() - interval '1 second'` });
    await other.services.keeper.tick();
    expect(meeting.bots).toEqual([]);
    await owner.services.keeper.tick();
    const [session] = await db.select().from(botSessions);
    expect(session).toMatchObject({ status: 'fatal', mustDismiss: false });
    await expect.poll(async () => (await owner.send('', 'GET', '/health')).body.sessions).toBe(0);
  });
});

describe('a process that is alone', () => {
  it('ends what the one before it has left as soon as it starts', async () => {
    const before = await openTestBot();
    const meetingUrl = newMeetingUrl();
    const { key } = before.addKey();
    const created = await before.send(key, 'POST', '/api/sessions', { meetingUrl });
    await before.die();
    const after = await openTestBot({ shared: before });
    await after.services.keeper.start();
    await after.services.keeper.tick();
    expect(before.provider.meeting(meetingUrl).bots).toEqual([]);
    const { body } = await after.send(key, 'GET', `/api/sessions/${created.body.sessionId}`);
    expect(body.status).toBe('fatal');
    await after.close();
    await before.close();
  });

  it('tries again when the bot that was left cannot be made to leave, and counts that', async () => {
    const before = await openTestBot();
    const meetingUrl = newMeetingUrl();
    const { key } = before.addKey();
    await before.send(key, 'POST', '/api/sessions', { meetingUrl });
    await before.die();
    const attempts: string[] = [];
    const unwilling: MeetingProvider = {
      ...before.provider,
      async dismiss(botId) {
        attempts.push(botId);
        if (attempts.length === 1) throw new MeetingProviderError('not now', { retryable: true });
        await before.provider.dismiss(botId);
      },
    };
    const after = await openTestBot({ shared: before, providers: [unwilling] });
    await after.services.keeper.start();
    await after.services.keeper.tick();
    expect(before.provider.meeting(meetingUrl).bots).toHaveLength(1);
    await after.services.keeper.tick();
    expect(before.provider.meeting(meetingUrl).bots).toEqual([]);
    await after.services.keeper.tick();
    expect(attempts).toHaveLength(2);
    const metrics = (await after.send('', 'GET', '/metrics')).body;
    expect(metrics).toContain('vivant_bot_dismissals_failed_total 1');
    expect(metrics).toContain('vivant_bot_sessions_ended_total{status="fatal"} 1');
    await after.close();
    await before.close();
  });

  it('keeps its sessions while a provider takes its time to make a bot leave', async () => {
    const before = await openTestBot();
    const { key } = before.addKey();
    await before.send(key, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() });
    await before.die();
    let release = () => {};
    const patience = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: MeetingProvider = { ...before.provider, dismiss: () => patience };
    const after = await openTestBot({ shared: before, providers: [slow] });
    await after.services.keeper.start();
    const created = await after.send(key, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() });
    const { db } = before.database;
    const own = eq(botSessions.id, created.body.sessionId);
    await db.update(botSessions).set({ leaseExpiresAt: sql`now() + interval '1 second'` }).where(own);
    const ticking = after.services.keeper.tick();
    await expect
      .poll(async () =>
        db.$count(botSessions, and(own, sql`${botSessions.leaseExpiresAt} > now() + interval '10 seconds'`)),
      )
      .toBe(1);
    release();
    await ticking;
    await after.close();
    await before.close();
  });

  it('makes a bot leave that was sent just before the end, whose id nobody has stored', async () => {
    const before = await openTestBot();
    const meetingUrl = newMeetingUrl();
    const { key } = before.addKey();
    await before.send(key, 'POST', '/api/sessions', { meetingUrl });
    await before.die();
    await before.database.db.update(botSessions).set({ botId: null });
    expect(before.provider.meeting(meetingUrl).bots).toHaveLength(1);
    const after = await openTestBot({ shared: before });
    await after.services.keeper.start();
    await after.services.keeper.tick();
    expect(before.provider.meeting(meetingUrl).bots).toEqual([]);
    await after.close();
    await before.close();
  });
});

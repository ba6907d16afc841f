import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLivenessJudge } from '@vivant/bot/checks/liveness-judge';
import { RecallFake } from '@vivant/bot/providers/testing/recall-fake/recall-fake';
import { startRoomServer } from '@vivant/bot/providers/testing/room-server';
import { startBotProcess } from '@vivant/bot/testing/bot-process';
import { readEvents } from '@vivant/bot/testing/event-reader';
import { newMeetingUrl, openTestBot, send, testCamera } from '@vivant/bot/testing/test-bot';
import { creditEntries } from '@vivant/liveness/credits/credit-entries-table';
import { testFrames } from '@vivant/liveness/testing/fast-check-request';
import { type Replica, startReplica } from '@vivant/liveness/testing/replica';
import { type Database, openDatabase } from '@vivant/service-kit/database';
import { createLogger } from '@vivant/service-kit/logger';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const API_KEY = 'sk-key-of-the-fault-tests';
const BOT_KEY = 'sk-bot-key-of-the-fault-tests';
const CREDITS = 100;
const PROVIDER_KEY = 'provider-key';

/** What the gates here let pass for a frame: the engine of the replicas looks at no pixels. */
const PICTURE = testFrames(1)[0]!.pixels;

const logger = createLogger({ service: 'test', level: 'silent' });
const [, postgres] = await testDatabases();

describe.skipIf(postgres?.unavailable)('a meeting', () => {
  let folder: string;
  let stored: TestDatabase;
  let database: Database;
  let replicas: Replica[];
  let closers: (() => Promise<unknown>)[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vivant-faults-'));
    stored = await postgres!.create();
    database = await openDatabase(stored);
    replicas = [];
    closers = [];
  });

  afterEach(async () => {
    for (const close of closers.toReversed()) await close();
    for (const { process } of replicas) process.signal('SIGKILL');
    await Promise.all(replicas.map(({ process }) => process.ended));
    await database.close();
    await stored.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** A verification service, at the address of an earlier one when it takes its place. */
  async function startLiveness(judgingMs: number, earlier?: Replica): Promise<Replica> {
    const replica = await startReplica({
      judgingMs,
      env: {
        DATABASE_URL: stored.url!,
        DATA_DIR: join(folder, `liveness-${replicas.length}`),
        LIVENESS_PORT: earlier ? new URL(earlier.url).port : '0',
        BOOTSTRAP_API_KEY: API_KEY,
        BOOTSTRAP_BOT_KEY: BOT_KEY,
        BOOTSTRAP_CREDITS: String(CREDITS),
      },
    });
    replicas.push(replica);
    return replica;
  }

  async function creditsTaken(): Promise<number> {
    const rows = await database.db.select().from(creditEntries);
    return CREDITS - rows.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** A bot in this process whose checks go to a verification service; somebody sits in its meeting. */
  async function openBot(livenessUrl: string, patienceMs?: number) {
    const bot = await openTestBot({
      createJudge: () =>
        createLivenessJudge({
          baseUrl: livenessUrl,
          apiKey: BOT_KEY,
          ...(patienceMs !== undefined && { patienceMs }),
        }),
    });
    closers.push(() => bot.close());
    bot.gate.script({ kind: 'passed', format: 'png', data: Buffer.from(PICTURE, 'base64') });
    const meetingUrl = newMeetingUrl();
    const { key } = bot.addKey();
    const { body } = await bot.send(key, 'POST', '/api/sessions', { meetingUrl, model: 'mixed-10-v2' });
    const path = `/api/sessions/${body.sessionId}`;
    const stream = await readEvents(`${bot.url}${path}/events`, { authorization: `Bearer ${key}` });
    const { participantId } = bot.provider.meeting(meetingUrl).arrive('Ada', testCamera);
    await stream.until(({ data }) => data.stage === 'accumulating');
    await bot.film(12);
    await stream.until(({ data }) => data.stage === 'analyzing');
    return { bot, key, path, stream, participantId };
  }

  it('gets its verdict, for one charge, when the verification service dies during the analysis', async () => {
    const victim = await startLiveness(60_000);
    const { stream } = await openBot(victim.url);
    await vi.waitFor(() => expect(victim.judged()).toHaveLength(1), { timeout: 10_000 });
    victim.process.signal('SIGKILL');
    await victim.process.ended;
    const next = await startLiveness(0, victim);
    const result = await stream.until(({ event }) => event === 'participant-result');
    expect(result.data).toMatchObject({ verdict: 'live', isLive: true });
    expect(next.judged()).toHaveLength(1);
    expect(await creditsTaken()).toBe(1);
    stream.close();
  }, 120_000);

  it('is told of a failed analysis when it stays away, and can ask again when it is back', async () => {
    const victim = await startLiveness(60_000);
    const { bot, key, path, stream, participantId } = await openBot(victim.url, 2_000);
    victim.process.signal('SIGKILL');
    await victim.process.ended;
    const failed = await stream.until(({ event }) => event === 'analysis-failed');
    expect(failed.data).toMatchObject({ participantId, error: expect.stringContaining('in time') });
    expect((await bot.send(key, 'GET', path)).body.participants).toMatchObject([{ stage: 'waiting' }]);
    expect((await bot.send(key, 'GET', '/api/analyses')).body.analyses).toMatchObject([{ status: 'failed' }]);
    expect(await creditsTaken()).toBe(0);

    await startLiveness(0, victim);
    expect((await bot.send(key, 'POST', `${path}/retry/${participantId}`)).status).toBe(200);
    await bot.film(12);
    await stream.until(({ event }) => event === 'participant-result');
    expect(await creditsTaken()).toBe(1);
    stream.close();
  }, 120_000);

  it('is left, and ended as fatal, when the bot is killed during an analysis; nothing is judged or charged twice', async () => {
    const liveness = await startLiveness(1_000);
    const rooms = await startRoomServer(logger);
    closers.push(() => rooms.close());
    const fake = new RecallFake({ rooms: rooms.rooms, apiKey: PROVIDER_KEY, retryMs: 50, logger });
    const provider = await fake.listen();
    closers.push(() => fake.close());
    const guest = await rooms.enter('zoom-1234567890', { name: 'Ann', cameraOn: true, shade: 60 });
    closers.push(() => guest.leave());
    const countBots = (count: number) =>
      guest.untilPeers((peers) => peers.filter(({ kind }) => kind === 'bot').length === count);
    const startBot = async () => {
      await mkdir(join(folder, 'bot'), { recursive: true });
      const started = await startBotProcess({
        picture: PICTURE,
        env: {
          DATA_DIR: join(folder, 'bot'),
          LIVENESS_URL: liveness.url,
          PLATFORM_URL: liveness.url,
          MEETING_PROVIDER_URL: provider.href,
          MEETING_PROVIDER_KEY: PROVIDER_KEY,
        },
      });
      closers.push(async () => {
        started.process.signal('SIGKILL');
        await started.process.ended;
      });
      return started;
    };
    const headers = { authorization: `Bearer ${BOT_KEY}` };

    const victim = await startBot();
    const body = { meetingUrl: 'https://zoom.us/j/1234567890', model: 'mixed-10-v2' };
    const created = await send(`${victim.url}/api/sessions`, { method: 'POST', body, headers });
    expect(created.status).toBe(200);
    const path = `/api/sessions/${created.body.sessionId}`;
    const stream = await readEvents(`${victim.url}${path}/events`, headers);
    const told = await stream.until(({ data }) => data.stage === 'analyzing');
    await countBots(1);
    await vi.waitFor(() => expect(liveness.judged()).toHaveLength(1), { timeout: 10_000 });
    stream.close();
    victim.process.signal('SIGKILL');
    expect(await victim.process.ended).toBe('SIGKILL');

    const next = await startBot();
    await countBots(0);
    expect((await send(next.url + path, { method: 'GET', headers })).body).toMatchObject({
      status: 'fatal',
      endedAt: expect.any(String),
    });
    const back = await readEvents(`${next.url}${path}/events`, {
      ...headers,
      'last-event-id': String(told.id),
    });
    await back.ended;
    expect(back.events.at(-1)).toMatchObject({ event: 'session-status', data: { status: 'fatal' } });
    // The check that the dead process had asked for ends, and is the only one.
    await vi.waitFor(async () => expect(await creditsTaken()).toBe(1), { timeout: 10_000 });
    expect(liveness.judged()).toHaveLength(1);
    expect(fake.bots.size).toBe(1);
  }, 120_000);
});

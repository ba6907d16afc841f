import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecallFake } from '@vivant/bot/providers/testing/recall-fake/recall-fake';
import { type RoomServer, startRoomServer } from '@vivant/bot/providers/testing/room-server';
import { type EventReader, type ReadEvent, readEvents } from '@vivant/bot/testing/event-reader';
import { type BotClient, createBotClient } from '@vivant/sdk/bot-client';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import type { TestProcess } from '@vivant/service-kit/testing/child-process';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinRoom, openObserver, openParticipant, type Participant } from './testing/participant.ts';
import { BOT_READY, ROOM_READY, startVivant } from './testing/running-vivant.ts';
import { recordWebcams, type Webcams } from './testing/webcams.ts';

const BOT_KEY = 'sk-bot-of-the-meeting-tests-1234567890';
const API_KEY = 'sk-of-the-meeting-tests-1234567890';
const USER = { email: 'ada@example.org', password: 'a long passphrase' };
const RECALL = {
  apiKey: 'key-1',
  secret: `whsec_${Buffer.from('a secret of two dozen bytes').toString('base64')}`,
};

/** The smallest model that tells a still from a person: ten frames are too short a time to see either move. */
const MODEL = 'mixed-30-v2';

const NAMES = { genuine: 'Grace Genuine', still: 'Steve Still', empty: 'Emma Empty' };

let dataDir: string;
let webcams: Webcams;
let recall: { readonly fake: RecallFake; readonly rooms: RoomServer };
let vivant: TestProcess;
let botUrl: string;
let bot: BotClient;
let open: Participant[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vivant-meeting-'));
  webcams = await recordWebcams();
  await createUser();
  recall = await startRecall();
  vivant = startVivant({
    DATA_DIR: dataDir,
    BOOTSTRAP_API_KEY: API_KEY,
    BOOTSTRAP_BOT_KEY: BOT_KEY,
    // Nobody waits 52 s for an empty room; at 30 frames this makes 26 s.
    COLLECTION_SECONDS: '15',
    MEETING_PROVIDER_URL: (await recall.fake.listen()).href,
    MEETING_PROVIDER_KEY: RECALL.apiKey,
    MEETING_PROVIDER_WEBHOOK_SECRET: RECALL.secret,
  });
  botUrl = await vivant.wordAfter(BOT_READY);
  bot = createBotClient({ baseUrl: botUrl, botKey: BOT_KEY });
}, 240_000);

afterAll(async () => {
  const code = await vivant?.end('SIGTERM');
  await recall?.fake.close();
  await recall?.rooms.close();
  await webcams?.remove();
  await rm(dataDir, { recursive: true, force: true });
  if (code !== 0) throw new Error(`The process ended with ${code}:\n${vivant.output()}`);
});

beforeEach(() => {
  open = [];
});

afterEach(async () => {
  for (const each of open) await each.leave();
});

/** The first user, made with the operator's command while the service is not running. */
async function createUser(): Promise<void> {
  const main = createRequire(import.meta.url).resolve('@vivant/bot/admin/main');
  const command = spawn(
    process.execPath,
    [main, 'create-user', '--email', USER.email, '--organization', '1'],
    { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir }, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  command.stdin?.end(`${USER.password}\n`);
  expect(await once(command, 'exit')).toEqual([0, null]);
}

/** A Recall-compatible provider whose meetings are rooms of a server of its own. */
async function startRecall() {
  const { logger } = captureLog();
  const rooms = await startRoomServer(logger);
  const webhookUrl = () => new URL('/api/recall/webhooks', botUrl).href;
  return { rooms, fake: new RecallFake({ rooms: rooms.rooms, ...RECALL, webhookUrl, logger }) };
}

async function openPerson(webcam: string): Promise<Participant> {
  const person = await openParticipant(webcam);
  open.push(person);
  return person;
}

async function openOnlooker(url: string): Promise<Page> {
  const observer = await openObserver();
  open.push(observer);
  await observer.page.goto(url);
  return observer.page;
}

/** A bot in a meeting, what it tells its caller, and the page of an observer. */
interface Watched {
  readonly sessionId: string;
  readonly reader: EventReader;
  readonly page: Page;
}

async function sendBot(meetingUrl: string, meetingName: string): Promise<Watched> {
  const { data: session } = await bot.sessions.create({ meetingUrl, meetingName, model: MODEL });
  const { sessionId } = session;
  const headers = { authorization: `Bearer ${BOT_KEY}` };
  const reader = await readEvents(`${botUrl}/api/sessions/${sessionId}/events`, headers);
  const page = await openOnlooker(`${botUrl}/interview/${session.interviewToken}`);
  await page.locator('[data-connection="open"]').waitFor();
  return { sessionId, reader, page };
}

/** What a session tells of one person, progress and repeated rejections once. */
function storyOf(events: readonly ReadEvent[], name: string): readonly string[] {
  const own = events.find(({ data }) => data['participantName'] === name)?.data['participantId'];
  const told = events.flatMap(({ event, data }) => {
    if (own === undefined || data['participantId'] !== own) return [];
    const { stage, reason, verdict } = data;
    return [[event, stage, reason, verdict].filter(Boolean).join(' ')];
  });
  return told.filter((line, index) => line !== told[index - 1]);
}

/** Fails as soon as two people are scanned at once. */
function expectOneAtATime(events: readonly ReadEvent[]): void {
  const accumulating = new Set<unknown>();
  for (const { event, data } of events) {
    if (event !== 'participant-stage') continue;
    if (data['stage'] === 'accumulating') accumulating.add(data['participantId']);
    else accumulating.delete(data['participantId']);
    expect(accumulating.size).toBeLessThan(2);
  }
}

const ARRIVAL = ['participant-joined', 'webcam-on', 'participant-stage waiting'];
const SCAN = ['participant-stage accumulating', 'frame-progress', 'participant-stage analyzing'];
const STORIES = {
  genuine: [...ARRIVAL, ...SCAN, 'participant-result live', 'participant-stage done'],
  still: [...ARRIVAL, ...SCAN, 'participant-result fake', 'participant-stage done'],
  empty: [
    ...ARRIVAL,
    'participant-stage accumulating',
    'frame-quality-rejected no-face',
    'participant-stage stopped timeout',
  ],
};

/** Waits until all three have been dealt with, and compares what was told and what the observer sees. */
async function expectOutcome({ sessionId, reader, page }: Watched): Promise<void> {
  for (const name of Object.values(NAMES))
    await reader.until(
      ({ data }) => data['participantName'] === name && ['done', 'stopped'].includes(String(data['stage'])),
    );
  for (const key of ['genuine', 'still', 'empty'] as const)
    expect(storyOf(reader.events, NAMES[key])).toEqual(STORIES[key]);
  expectOneAtATime(reader.events);

  const cardOf = (name: string) => page.locator('.card', { hasText: name });
  await cardOf(NAMES.genuine).locator('.badge', { hasText: 'Live' }).waitFor();
  await cardOf(NAMES.still).locator('.badge', { hasText: 'Fake' }).waitFor();
  await cardOf(NAMES.empty).getByText('Not enough usable frames in time').waitFor();
  expect(await cardOf(NAMES.empty).locator('.badge').count()).toBe(0);

  await bot.sessions.delete(sessionId);
  await reader.ended;
  expect(reader.events.at(-1)?.data).toMatchObject({ type: 'session-status', status: 'stopped' });
  await page.locator('[data-connection="closed"]').waitFor();
}

/** What went wrong in everybody's pages, refusals by their content security policy included. */
function pageErrors(): readonly string[] {
  return open.flatMap(({ errors }) => errors);
}

describe('a person, a picture of them and an empty room', () => {
  it('are told apart in the built-in room, before the observer and in the history', async () => {
    const roomUrl = await vivant.wordAfter(ROOM_READY);
    // One is there before the bot, so that each side has to take the other's offer.
    const genuine = await openPerson(webcams.genuine);
    await joinRoom(genuine, roomUrl, NAMES.genuine);
    const watched = await sendBot(roomUrl, 'First interview');
    await genuine.page.getByText('A liveness bot is present').waitFor();
    await joinRoom(await openPerson(webcams.still), roomUrl, NAMES.still);
    await joinRoom(await openPerson(webcams.empty), roomUrl, NAMES.empty);
    const hint = watched.page.getByText('No face in the picture');
    await Promise.all([expectOutcome(watched), hint.waitFor()]);
    await genuine.page.getByText('A liveness bot is present').waitFor({ state: 'hidden' });

    const page = await openOnlooker(`${botUrl}/history`);
    await signIn(page);
    const rows = page.locator('tbody tr', { hasText: 'First interview' });
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await rows.filter({ hasText: NAMES.genuine }).getByText('Live', { exact: true }).waitFor();
    await rows.filter({ hasText: NAMES.still }).getByText('Fake', { exact: true }).waitFor();
    expect(pageErrors()).toEqual([]);
  }, 180_000);

  it('are told apart in a meeting of a Recall-compatible provider, by the same events', async () => {
    const watched = await sendBot('https://zoom.us/j/9876543210?pwd=abc', 'Second interview');
    for (const key of ['genuine', 'still', 'empty'] as const) {
      const { page } = await openPerson(webcams[key]);
      const url = recall.rooms.roomUrl('zoom-9876543210');
      url.searchParams.set('name', NAMES[key]);
      await page.goto(url.href);
    }
    await expectOutcome(watched);
    const page = await openOnlooker(`${botUrl}/history`);
    await signIn(page);
    const rows = page.locator('tbody tr', { hasText: 'Second interview' });
    await rows.nth(1).waitFor();
    expect(await rows.getByText('Zoom').count()).toBe(2);
    expect(pageErrors()).toEqual([]);
  }, 180_000);
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(USER.email);
  await page.getByLabel('Password').fill(USER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('the settings', () => {
  it('take a key that works, and no other', async () => {
    const page = await openOnlooker(`${botUrl}/settings`);
    await signIn(page);
    await page.getByText('Not set').waitFor();
    await page.getByLabel('Key', { exact: true }).fill('sk-of-nobody');
    await page.getByRole('button', { name: 'Save key' }).click();
    await page.getByText('does not know this key').waitFor();
    await page.getByLabel('Key', { exact: true }).fill(API_KEY);
    await page.getByRole('button', { name: 'Save key' }).click();
    await page.getByText('The key works and is saved.').waitFor();
    await page.locator('[data-configured="true"]').waitFor();
    expect(pageErrors()).toEqual([]);
  }, 60_000);
});

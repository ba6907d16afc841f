import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProcess } from '@vivant/service-kit/testing/child-process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOT_READY, ROOM_READY, startVivant } from './testing/running-vivant.ts';

const BOT_KEY = 'sk-bot-of-the-process-tests-1234567890';

let dataDir: string;
let running: TestProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vivant-process-'));
  running = [];
});

afterEach(async () => {
  for (const vivant of running) await vivant.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): TestProcess {
  const vivant = startVivant({ DATA_DIR: dataDir, BOOTSTRAP_BOT_KEY: BOT_KEY, ...environment });
  running.push(vivant);
  return vivant;
}

async function ask(url: string, method: string, body?: object) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${BOT_KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the whole service in one process', () => {
  it('sends a bot to a room, says so when it stops, and ends what a killed one has left', async () => {
    const first = start();
    const [url, room] = [await first.wordAfter(BOT_READY), await first.wordAfter(ROOM_READY)];
    const created = await ask(`${url}/api/sessions`, 'POST', { meetingUrl: room });
    expect(created).toMatchObject({ status: 200, body: { status: 'bot_created' } });
    const stopped = `/api/sessions/${String(created.body.sessionId)}`;
    expect(await first.end('SIGTERM')).toBe(0);

    const second = start();
    const [secondUrl, secondRoom] = [await second.wordAfter(BOT_READY), await second.wordAfter(ROOM_READY)];
    expect((await ask(secondUrl + stopped, 'GET')).body).toMatchObject({
      status: 'stopped',
      statusReason: 'The service is being stopped.',
    });
    const left = await ask(`${secondUrl}/api/sessions`, 'POST', { meetingUrl: secondRoom });
    expect(left.status).toBe(200);
    expect(await second.end('SIGKILL')).toBe('SIGKILL');

    const third = start();
    const thirdUrl = await third.wordAfter(BOT_READY);
    const path = `/api/sessions/${String(left.body.sessionId)}`;
    expect((await ask(thirdUrl + path, 'GET')).body).toMatchObject({ status: 'fatal' });
    expect(await third.end('SIGINT')).toBe(0);
  }, 180_000);

  it('starts the roles it is told to, and no others', async () => {
    const bot = start({ SERVICES: 'bot' });
    const url = await bot.wordAfter(BOT_READY);
    expect(bot.output()).not.toContain('liveness service is ready');
    expect(await ask(`${url}/api/sessions`, 'POST', {})).toMatchObject({ status: 503 });
    expect(await bot.end('SIGTERM')).toBe(0);
  }, 120_000);

  it('says what is wrong with its configuration before it starts anything', async () => {
    const vivant = start({ BOT_PORT: 'many', PERSISTENCE: 'perhaps', ROOM_UDP_PORTS: '9-1' });
    expect(await vivant.ended).toBe(1);
    for (const name of ['BOT_PORT', 'PERSISTENCE', 'ROOM_UDP_PORTS']) expect(vivant.output()).toContain(name);
    expect(vivant.output()).not.toContain('ready');
  });
});

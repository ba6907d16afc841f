import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOT_URL, ROOM_URL, type RunningVivant, startVivant } from './testing/running-vivant.ts';

const BOT_KEY = 'sk-bot-of-the-process-tests-1234567890';

let dataDir: string;
let running: RunningVivant[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vivant-process-'));
  running = [];
});

afterEach(async () => {
  for (const vivant of running) await vivant.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): RunningVivant {
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
    const [url, room] = [await first.says(BOT_URL), await first.says(ROOM_URL)];
    const created = await ask(`${url}/api/sessions`, 'POST', { meetingUrl: room });
    expect(created).toMatchObject({ status: 200, body: { status: 'bot_created' } });
    const stopped = `/api/sessions/${String(created.body.sessionId)}`;
    expect(await first.kill('SIGTERM')).toBe(0);

    const second = start();
    const [secondUrl, secondRoom] = [await second.says(BOT_URL), await second.says(ROOM_URL)];
    expect((await ask(secondUrl + stopped, 'GET')).body).toMatchObject({
      status: 'stopped',
      statusReason: 'The service is being stopped.',
    });
    const left = await ask(`${secondUrl}/api/sessions`, 'POST', { meetingUrl: secondRoom });
    expect(left.status).toBe(200);
    expect(await second.kill('SIGKILL')).toBe('SIGKILL');

    const third = start();
    const thirdUrl = await third.says(BOT_URL);
    const path = `/api/sessions/${String(left.body.sessionId)}`;
    expect((await ask(thirdUrl + path, 'GET')).body).toMatchObject({ status: 'fatal' });
    expect(await third.kill('SIGINT')).toBe(0);
  }, 180_000);

  it('starts the roles it is told to, and no others', async () => {
    const bot = start({ SERVICES: 'bot' });
    const url = await bot.says(BOT_URL);
    expect(bot.output()).not.toContain('liveness service is ready');
    expect(await ask(`${url}/api/sessions`, 'POST', {})).toMatchObject({ status: 503 });
    expect(await bot.kill('SIGTERM')).toBe(0);
  }, 120_000);

  it('says what is wrong with its configuration before it starts anything', async () => {
    const vivant = start({ BOT_PORT: 'many', PERSISTENCE: 'perhaps', ROOM_UDP_PORTS: '9-1' });
    expect(await vivant.exited).toBe(1);
    for (const name of ['BOT_PORT', 'PERSISTENCE', 'ROOM_UDP_PORTS']) expect(vivant.output()).toContain(name);
    expect(vivant.output()).not.toContain('ready');
  });
});

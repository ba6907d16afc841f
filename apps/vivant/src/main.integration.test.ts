import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const BOT_KEY = 'sk-bot-of-the-process-tests-1234567890';

let dataDir: string;
let running: Vivant[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vivant-process-'));
  running = [];
});

afterEach(async () => {
  for (const vivant of running) await vivant.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** A process as `npm start` runs it. */
interface Vivant {
  /** Resolves with the first text that fits, in what the process says. */
  says(pattern: RegExp): Promise<string>;
  /** Resolves with the exit code, or the signal's name. */
  kill(signal: NodeJS.Signals): Promise<number | string>;
  readonly exited: Promise<number | string>;
  readonly output: () => string;
}

function start(environment: Record<string, string> = {}): Vivant {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      LIVENESS_PORT: '0',
      BOT_PORT: '0',
      INFERENCE_WORKERS: '1',
      BOOTSTRAP_BOT_KEY: BOT_KEY,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal);
  const vivant: Vivant = {
    exited,
    output: () => output,
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`The process ended:\n${output}`);
        await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), exited]);
      }
    },
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
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

const BOT_URL = /meeting bot is ready on (\S+)/;
const ROOM_URL = /send a bot to: (\S+)/;

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

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../testing/event-reader.ts';
import { newMeetingUrl, openTestBot, type TestBot } from '../testing/test-bot.ts';

let bot: TestBot;

beforeAll(async () => {
  bot = await openTestBot();
});
afterAll(() => bot.close());

async function start(at: TestBot = bot) {
  const meetingUrl = newMeetingUrl();
  const { key } = at.addKey();
  const { body } = await at.send(key, 'POST', '/api/sessions', { meetingUrl });
  const path = `/api/sessions/${body.sessionId}`;
  const headers = (lastEventId?: number) => ({
    authorization: `Bearer ${key}`,
    ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
  });
  return {
    key,
    path,
    headers,
    meeting: at.provider.meeting(meetingUrl),
    token: body.interviewToken as string,
  };
}

/** A client that asks for events and never reads them. */
async function watchBlindly(url: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  return socket;
}

/** More than the buffers of a connection hold. */
const TEXT = 'x'.repeat(256 * 1024);
const TEXTS = 60;

describe('a client that does not read', () => {
  it('is cut off, while others are told everything', async () => {
    const { meeting, path, headers, token } = await start();
    const blind = await watchBlindly(bot.url, `/api/interview/${token}/events`);
    const closed = once(blind, 'close');
    const others = await readEvents(`${bot.url}${path}/events`, headers());
    await expect.poll(() => bot.services.watch.openCount).toBe(2);
    for (let n = 0; n < TEXTS; n += 1) {
      meeting.tell({ kind: 'status', status: 'in_call_recording', reason: `${n}${TEXT}` });
      await others.until(({ data }) => String(data.reason).startsWith(`${n}x`));
    }
    await expect.poll(() => bot.services.watch.openCount).toBe(1);
    // It learns so when it reads.
    blind.resume();
    await closed;
    others.close();
  });

  it('does not keep the service from stopping', async () => {
    const stopping = await openTestBot({ shared: bot, restMs: 50 });
    const { meeting, token } = await start(stopping);
    const blind = await watchBlindly(stopping.url, `/api/interview/${token}/events`);
    await expect.poll(() => stopping.services.watch.openCount).toBe(1);
    // All of it is handed to the connection, which never gets it through.
    meeting.tell({ kind: 'status', status: 'in_call_recording', reason: TEXT.repeat(TEXTS) });
    await new Promise(setImmediate);
    expect(stopping.services.watch.openCount).toBe(1);
    await stopping.close();
    blind.destroy();
  });
});

describe('a client that reads', () => {
  it('does not keep the service from stopping either', async () => {
    const stopping = await openTestBot({ shared: bot });
    const { path, headers } = await start(stopping);
    const stream = await readEvents(`${stopping.url}${path}/events`, headers());
    expect(stream.headers.get('connection')).toBe('close');
    await stopping.close();
    await stream.ended;
  });
});

describe('the end of a session', () => {
  it('is told to one who comes back after the process has died, and only once', async () => {
    const before = await openTestBot({ shared: bot });
    const { path, headers, token } = await start(before);
    const stream = await readEvents(`${before.url}${path}/events`, headers());
    const last = await stream.until(({ event }) => event === 'session-status');
    stream.close();
    await before.die();
    const after = await openTestBot({ shared: bot });
    await after.services.keeper.start();
    for (const url of [`${path}/events`, `/api/interview/${token}/events`]) {
      const back = await readEvents(after.url + url, headers(last.id));
      await back.ended;
      const end = back.events.at(-1)!;
      expect(end).toMatchObject({ event: 'session-status', data: { status: 'fatal' } });
      expect(end.id).toBeGreaterThan(last.id);
      expect((await readEvents(after.url + url, headers(end.id))).status).toBe(204);
    }
    await after.close();
  });

  it('is told to one who comes when its events are gone', async () => {
    const { key, path, headers } = await start();
    await bot.send(key, 'DELETE', path);
    const after = await openTestBot({ shared: bot });
    const stream = await readEvents(`${after.url}${path}/events`, headers());
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ event: 'session-status', data: { status: 'stopped' } });
    await after.close();
  });
});

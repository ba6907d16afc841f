import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionError, UnexpectedAnswerError } from '../errors.ts';
import {
  answer,
  hangUp,
  type Respond,
  type ScriptedServer,
  startScriptedServer,
} from '../testing/scripted-server.ts';
import { createTestRuntime, type TestRuntime } from '../testing/test-runtime.ts';
import { type BotClient, createBotClient, type NumberedBotEvent } from './bot-client.ts';
import { BotApiError } from './bot-error.ts';

let server: ScriptedServer;
let runtime: TestRuntime;
let bot: BotClient;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  runtime = createTestRuntime();
  bot = createBotClient({ baseUrl: server.url, botKey: 'sk-bot-test', runtime });
});

function sse(id: number, event: { type: string } & Record<string, unknown>): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A stream with the given text, which then ends or breaks. */
function stream(text: string, { breaks = false } = {}): Respond {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => (breaks ? response.destroy() : response.end()));
  };
}

const joined = { type: 'participant-joined', participantId: 'p', participantName: 'Ann' };
const status = (text: string) => ({ type: 'session-status', status: text });

async function collect(events: AsyncIterable<NumberedBotEvent>): Promise<[number, string][]> {
  const collected: [number, string][] = [];
  for await (const { id, type } of events) collected.push([id, type]);
  return collected;
}

describe('the operations of the bot', () => {
  it.each<[string, (client: BotClient) => Promise<unknown>]>([
    ['POST /api/sessions', ({ sessions }) => sessions.create({ meetingUrl: 'https://example.com/m' })],
    ['GET /api/sessions/a%2Fb', ({ sessions }) => sessions.get('a/b')],
    ['DELETE /api/sessions/s', ({ sessions }) => sessions.delete('s')],
    ['POST /api/sessions/s/scan/p%201', ({ sessions }) => sessions.scan('s', 'p 1')],
    ['POST /api/sessions/s/retry/p', ({ sessions }) => sessions.retry('s', 'p')],
    ['POST /api/sessions/s/stop/p', ({ sessions }) => sessions.stop('s', 'p')],
    ['GET /api/interview/t', ({ interviews }) => interviews.get('t')],
    [
      'GET /api/analyses?verdict=fake&limit=5&date_from=2026-11-01',
      ({ analyses }) => analyses.list({ verdict: 'fake', limit: 5, date_from: '2026-11-01' }),
    ],
  ])('include %s', async (request, call) => {
    server.script(answer(200, { status: 'ok' }, { 'x-request-id': 'r-1' }));
    expect(await call(bot)).toEqual({
      data: { status: 'ok' },
      meta: { status: 200, requestId: 'r-1', attempts: 1 },
    });
    const [{ method, url, headers }] = server.requests as [(typeof server.requests)[0]];
    expect(`${method} ${url}`).toBe(request);
    expect(headers.authorization).toBe('Bearer sk-bot-test');
  });

  it('say why they were refused', async () => {
    server.script(answer(409, { error: "Camera is off - can't scan yet" }));
    const call = bot.sessions.scan('s', 'p');
    await expect(call).rejects.toBeInstanceOf(BotApiError);
    await expect(call).rejects.toMatchObject({ status: 409, message: "Camera is off - can't scan yet" });
    server.script(answer(200, 'Welcome'));
    await expect(bot.sessions.get('s')).rejects.toBeInstanceOf(UnexpectedAnswerError);
  });

  it('never start a second bot by a repetition, unless no first one was started', async () => {
    const create = () => bot.sessions.create({ meetingUrl: 'https://example.com/m' });
    server.script(hangUp);
    await expect(create()).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(1);
    server.script(answer(503, { error: 'No key validation.' }), answer(200, { sessionId: 's' }));
    expect((await create()).meta.attempts).toBe(2);
  });
});

describe('events', () => {
  it('are given in order, and end with the session', async () => {
    server.script(stream(sse(1, { type: 'clear-participants' }) + sse(2, joined) + sse(3, status('done'))));
    expect(await collect(bot.sessions.events('s'))).toEqual([
      [1, 'clear-participants'],
      [2, 'participant-joined'],
      [3, 'session-status'],
    ]);
    expect(server.requests[0]!.url).toBe('/api/sessions/s/events');
    expect(server.requests[0]!.headers).toMatchObject({ accept: 'text/event-stream' });
    expect(server.requests[0]!.headers).not.toHaveProperty('last-event-id');
  });

  it('go on behind the last one after a connection that broke, ended or was refused', async () => {
    server.script(
      stream(`retry: 3000\n\n${sse(1, joined)}${sse(2, joined)}id: 3\ndata: {"type"`, { breaks: true }),
      answer(503, { error: 'Restarting.' }),
      stream(sse(3, status('call_ended')) + sse(4, status('in_call_recording'))),
      stream(sse(5, status('stopped'))),
    );
    const events = await collect(bot.interviews.events('t'));
    expect(events.map(([id]) => id)).toEqual([1, 2, 3, 4, 5]);
    const seen = server.requests.map(({ headers }) => headers['last-event-id']);
    expect(seen).toEqual([undefined, '2', '2', '4']);
    expect(runtime.pauses.length).toBe(3);
    for (const pause of runtime.pauses) expect(pause).toBeGreaterThanOrEqual(3000);
  });

  it('go on when the call has ended: a verdict may still come', async () => {
    server.script(stream(sse(1, status('call_ended'))), stream(sse(2, joined) + sse(3, status('done'))));
    expect((await collect(bot.sessions.events('s'))).map(([id]) => id)).toEqual([1, 2, 3]);
  });

  it('begin where the caller says', async () => {
    server.script(stream(sse(9, status('done'))));
    expect(await collect(bot.sessions.events('s', { lastEventId: 8 }))).toEqual([[9, 'session-status']]);
    expect(server.requests[0]!.headers['last-event-id']).toBe('8');
  });

  it('fail with a refusal that stays one, and after too many failures', async () => {
    server.script(answer(404, { error: 'There is no such session.' }));
    await expect(collect(bot.sessions.events('s'))).rejects.toMatchObject({ status: 404 });
    expect(server.requests).toHaveLength(1);
    server.script(stream(''));
    await expect(collect(bot.sessions.events('s'))).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(12);
  });

  it('end with the signal', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    server.script((response) => response.writeHead(200).write(sse(1, joined)));
    const listening = (async () => {
      for await (const event of bot.sessions.events('s', { signal: abort.signal }))
        if (event.id === 1) abort.abort(reason);
    })();
    await expect(listening).rejects.toBe(reason);
  });

  it('close the connection when the caller has heard enough', async () => {
    const closed = new Promise((resolve) => {
      server.script((response) => {
        response.on('close', () => resolve('closed'));
        response.writeHead(200).write(sse(1, joined));
      });
    });
    for await (const event of bot.sessions.events('s')) if (event.id === 1) break;
    expect(await closed).toBe('closed');
  });
});

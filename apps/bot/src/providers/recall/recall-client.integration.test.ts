import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { MeetingProviderError } from '../meeting-provider.ts';
import { recordMeeting } from '../testing/meeting-recorder.ts';
import { signedHeaders } from '../testing/recall-fake/signed-headers.ts';
import {
  RECALL_SECRET,
  type RecallMeeting,
  type RecallMeetingOptions,
  startRecallMeeting,
} from '../testing/recall-meeting.ts';

describe('the Recall-compatible client', () => {
  let meeting: RecallMeeting;
  const delays: number[] = [];

  afterEach(() => meeting.close());

  async function start(options: RecallMeetingOptions = {}) {
    delays.length = 0;
    meeting = await startRecallMeeting({ onDelay: (ms) => delays.push(ms), ...options });
    return { meeting, recorder: recordMeeting() };
  }

  function join(recorder = recordMeeting(), joinAt?: Date) {
    const { provider, meetingUrl } = meeting;
    const request = {
      sessionId: 'session-1',
      meetingUrl,
      botName: 'Liveness check',
      logoUrl: undefined,
      joinAt,
    };
    return provider.join(request, recorder);
  }

  const creations = () =>
    meeting.fake.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/bot/'));
  const keys = () => creations().map(({ headers }) => headers['idempotency-key']);

  it('waits as long as it is told at 429, and repeats with the same key', async () => {
    await start();
    meeting.fake.inject({ status: 429, headers: { 'retry-after': '7' } });
    await join();

    expect(delays[0]).toBe(7000);
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
    expect(meeting.fake.bots.size).toBe(1);
  });

  it('comes back with a new key when the pool is empty, and gives up in the end', async () => {
    await start();
    meeting.fake.inject({ status: 507 });
    await join();
    expect(delays[0]).toBe(30_000);
    expect(keys()[1]).not.toBe(keys()[0]);

    meeting.fake.inject({ status: 507 }, { status: 507 }, { status: 507 });
    await expect(join()).rejects.toMatchObject({ name: 'MeetingProviderError', retryable: true });
    expect(meeting.fake.bots.size).toBe(1);
  });

  it('makes one bot when the answer to its request is lost', async () => {
    await start();
    meeting.fake.inject('drop', { status: 503 });
    await join();

    expect(new Set(keys()).size).toBe(1);
    expect(meeting.fake.bots.size).toBe(1);
  });

  it('leaves no bot behind when it gives up', async () => {
    await start();
    await meeting.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
    meeting.fake.inject('drop', ...Array.from({ length: 10 }, () => ({ status: 503 })));

    await expect(join()).rejects.toThrow(MeetingProviderError);
    await meeting.untilBots(0);
    const ends = [...meeting.fake.bots.values()].flatMap((bot) =>
      bot.statusChanges.map((each) => each.sub_code),
    );
    expect(ends).toContain('bot_received_leave_call');
  });

  it('dismisses by the session a bot whose id was lost, and finds none where there was none', async () => {
    await start();
    await meeting.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
    await join();
    await meeting.untilBots(1);
    const sessionId = String([...meeting.fake.bots.values()][0]!.metadata.session_id);
    await meeting.provider.dismissSession('another-session');
    expect(meeting.fake.bots.size).toBe(1);
    await meeting.provider.dismissSession(sessionId);
    await meeting.untilBots(0);
    await meeting.provider.dismissSession(sessionId);
  });

  it.each([
    [401, "The meeting provider does not accept this deployment's key."],
    [402, "This deployment's account at the meeting provider has no credit."],
  ])('says what is wrong at %d, without trying again', async (status, message) => {
    await start();
    meeting.fake.inject({ status });

    await expect(join()).rejects.toMatchObject({ message, retryable: false });
    expect(creations()).toHaveLength(1);
  });

  it('always sets a retention, and has the media deleted when the bot has left', async () => {
    await start();
    await meeting.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
    const bot = await join();
    expect(creations()[0]?.body).toMatchObject({
      bot_name: 'Liveness check',
      metadata: { session_id: 'session-1' },
      recording_config: { retention: { type: 'timed', hours: 1 }, video_mixed_mp4: null },
    });
    await meeting.untilBots(1);
    await bot.leave();
    await expect.poll(() => meeting.fake.bots.get(bot.botId)?.mediaDeleted).toBe(true);
  });

  it('has the media deleted, and says why, when someone removes the bot', async () => {
    const { recorder } = await start();
    await meeting.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
    const bot = await join(recorder);
    await recorder.event((event) => event.kind === 'connected');
    meeting.fake.bots.get(bot.botId)!.end('call_ended', 'bot_kicked_from_call');
    const reason = 'Someone removed the bot from the meeting.';
    await recorder.event(
      (event) => event.kind === 'status' && event.status === 'call_ended' && event.reason === reason,
    );

    await expect.poll(() => meeting.fake.bots.get(bot.botId)?.mediaDeleted).toBe(true);
    expect(recorder.events.at(-1)).toEqual({ kind: 'status', status: 'call_ended', reason });
  });

  it('calls off a bot that has not set out', async () => {
    await start();
    const bot = await join(recordMeeting(), new Date(Date.now() + 3_600_000));
    expect(meeting.fake.bots.size).toBe(1);
    await bot.leave();

    expect(meeting.fake.bots.size).toBe(0);
  });

  it('tells when the socket drops and comes back, and goes on', async () => {
    const { recorder } = await start();
    await meeting.arrive({ name: 'Ann', cameraOn: true, shade: 60 });
    const bot = await join(recorder);
    const id = await recorder.idOf('Ann');
    await recorder.event((event) => event.kind === 'camera-on');
    meeting.fake.bots.get(bot.botId)!.cutSocket();
    await recorder.event((event) => event.kind === 'disconnected');
    await recorder.until(() => recorder.events.filter(({ kind }) => kind === 'connected').length === 2);
    bot.watch(id, 10);
    await recorder.until(() => recorder.frames.length > 2);

    expect(recorder.events.filter(({ kind }) => kind === 'joined')).toHaveLength(1);
  });

  it('opens its socket to nobody without the token, the signature, or with a used one', async () => {
    const { recorder } = await start();
    await meeting.arrive({ name: 'Ann', cameraOn: false, shade: 60 });
    await join(recorder);
    await recorder.event((event) => event.kind === 'connected');
    const body = creations()[0]!.body as {
      recording_config: { realtime_endpoints: [{ url: string }] };
    };
    const url = body.recording_config.realtime_endpoints[0].url;
    const outcome = async (target: string, headers: Record<string, string>) => {
      const socket = new WebSocket(target, { headers });
      const [error] = await Promise.race([once(socket, 'error'), once(socket, 'open').then(() => ['open'])]);
      socket.terminate();
      return String(error);
    };
    const headers = signedHeaders(RECALL_SECRET, '');

    expect(await outcome(url, {})).toContain('404');
    expect(
      await outcome(url, signedHeaders(`whsec_${Buffer.from('other').toString('base64')}`, '')),
    ).toContain('404');
    expect(await outcome(url.replace(/.\/$/, '_/'), headers)).toContain('404');
    expect(await outcome(url, headers)).toBe('open');
    expect(await outcome(url, headers)).toContain('404');
    expect(meeting.log.text()).not.toContain(new URL(url).pathname.split('/').at(-2));
  });

  it('takes a webhook once, and none that is not signed', async () => {
    const { recorder } = await start({ webhooks: false });
    const bot = await join(recorder, new Date(Date.now() + 3_600_000));
    const send = async (code: string, headers?: Record<string, string>) => {
      const data = {
        data: { code, sub_code: null, updated_at: new Date().toISOString() },
        bot: { id: bot.botId },
      };
      const body = JSON.stringify({ event: `bot.${code}`, data });
      const url = new URL('/api/recall/webhooks', meeting.publicUrl());
      const signed = headers ?? signedHeaders(RECALL_SECRET, body);
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...signed } };
      const again = async () => (await fetch(url, init)).status;
      return { status: await again(), again };
    };

    expect((await send('fatal', {})).status).toBe(401);
    const { status, again } = await send('in_waiting_room');
    expect(status).toBe(204);
    await recorder.event((event) => event.kind === 'status' && event.status === 'in_waiting_room');
    await send('a_new_status');
    const taken = vi.spyOn(meeting.provider, 'takeWebhook');
    expect(await again()).toBe(204);
    expect(taken).not.toHaveBeenCalled();
    expect(recorder.events.filter(({ kind }) => kind === 'status')).toEqual([
      { kind: 'status', status: 'in_waiting_room' },
      { kind: 'status', status: 'a_new_status' },
    ]);
  });

  it('ends the session when the provider does not know the bot any more', async () => {
    const { recorder } = await start({ webhooks: false });
    const bot = await join(recorder, new Date(Date.now() + 3_600_000));
    meeting.fake.bots.delete(bot.botId);

    await recorder.event((event) => event.kind === 'status' && event.status === 'fatal');

    expect(recorder.events.at(-1)).toMatchObject({
      reason: 'The meeting provider does not know the bot any more.',
    });
  });

  it('never writes its key into a log or an error', async () => {
    await start();
    meeting.fake.inject({ status: 403 });
    const error = await join().catch((each: unknown) => each);

    expect(String(error) + String((error as Error).cause)).not.toContain('key-1');
    expect(meeting.log.text()).not.toContain('key-1');
  });
});

import {
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@vivant/service-kit/testing/webhook-receiver';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newMeetingUrl, openTestBot, type TestBot, testCamera } from '../testing/test-bot.ts';

let bot: TestBot;
let receiver: WebhookReceiver;

beforeAll(async () => {
  bot = await openTestBot();
});
afterAll(() => bot.close());

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});

async function runSession() {
  const meetingUrl = newMeetingUrl();
  const { key } = bot.addKey();
  const { body } = await bot.send(key, 'POST', '/api/sessions', { meetingUrl, callbackUrl: receiver.url });
  bot.provider.meeting(meetingUrl).arrive('Ada', testCamera);
  await bot.film(14);
  const path = `/api/sessions/${body.sessionId}`;
  await expect.poll(async () => (await bot.send(key, 'GET', path)).body.results).toHaveLength(1);
  await bot.send(key, 'DELETE', path);
  return { sessionId: body.sessionId as string, secret: body.callbackSecret as string };
}

/** The events that came, their signatures verified. */
function verified(secret: string) {
  return receiver.received.map(({ id, timestamp, signature, body }: Received) => {
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    return new Webhook(secret).verify(body, headers);
  });
}

/** Attempts what is due until nothing is. */
async function deliver(count: number) {
  for (let round = 0; receiver.received.length < count && round < count * 3; round += 1)
    await bot.services.deliveryWorker.deliverDue();
}

describe('the callback of a session', () => {
  it('is told results and the end, signed with the secret of the creating answer', async () => {
    const { sessionId, secret } = await runSession();
    await deliver(2);
    const events = verified(secret) as { event: string }[];
    expect(events.toSorted((a, b) => a.event.localeCompare(b.event))).toEqual([
      {
        event: 'participant.result',
        session_id: sessionId,
        timestamp: expect.stringMatching(/Z$/),
        data: {
          participantId: 'guest-1',
          participantName: 'Ada',
          verdict: 'live',
          score: 93,
          confidence: 0.93,
          isLive: true,
        },
      },
      {
        event: 'session.completed',
        session_id: sessionId,
        timestamp: expect.stringMatching(/Z$/),
        data: {
          status: 'stopped',
          statusReason: null,
          endedAt: expect.stringMatching(/Z$/),
          results: [expect.objectContaining({ participantName: 'Ada', verdict: 'live' })],
        },
      },
    ]);
  });

  it('is told again after a failure, also by another process', async () => {
    const { secret } = await runSession();
    receiver.answer((response) => response.writeHead(500).end());
    await deliver(2);
    expect(receiver.received).toHaveLength(2);
    receiver.answer((response) => response.writeHead(204).end());
    const other = await openTestBot({ shared: bot });
    await other.services.deliveryWorker.deliverDue();
    expect(receiver.received).toHaveLength(2);
    bot.time.advance(6_000);
    while (receiver.received.length < 4) await other.services.deliveryWorker.deliverDue();
    expect(verified(secret)).toHaveLength(4);
    const ids = receiver.received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    await other.close();
  });

  it('has no secret when there is none, and may not lead into the own network', async () => {
    const { key } = bot.addKey();
    const plain = await bot.send(key, 'POST', '/api/sessions', { meetingUrl: newMeetingUrl() });
    expect(plain.body).not.toHaveProperty('callbackSecret');
    const strict = await openTestBot({ shared: bot, config: { webhookAllowPrivate: false } });
    const refused = await strict.send(key, 'POST', '/api/sessions', {
      meetingUrl: newMeetingUrl(),
      callbackUrl: receiver.url,
    });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('callbackUrl') } });
    await strict.close();
  });

  it('is the same for a repeated request', async () => {
    const { key } = bot.addKey();
    const body = { meetingUrl: newMeetingUrl(), callbackUrl: receiver.url };
    const create = () => bot.send(key, 'POST', '/api/sessions', body, { 'idempotency-key': 'k' });
    const [first, again] = [await create(), await create()];
    expect(again.body.callbackSecret).toBe(first.body.callbackSecret);
  });
});

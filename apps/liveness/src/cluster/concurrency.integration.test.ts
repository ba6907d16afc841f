import { randomUUID } from 'node:crypto';
import { type OwnServer, ownRedis } from '@vivant/service-kit/testing/own-server';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { startWebhookReceiver, type WebhookReceiver } from '@vivant/service-kit/testing/webhook-receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyPng, testMesh } from '../testing/check-requests.ts';
import {
  type Cluster,
  type ClusterRequest,
  fastCheck,
  startCluster,
  taggedFrames,
} from '../testing/cluster.ts';
import { requireDocumentedEvent } from '../testing/documented-response.ts';

const [, postgres] = await testDatabases();
const redis = await ownRedis();

describe.skipIf(postgres?.unavailable ?? !redis)('two API processes on PostgreSQL and Redis', () => {
  let testDatabase: TestDatabase;
  let cluster: Cluster;
  let receiver: WebhookReceiver;
  const server = redis as OwnServer;

  beforeAll(async () => {
    testDatabase = await postgres!.create();
    await server.start();
    receiver = await startWebhookReceiver(requireDocumentedEvent);
    cluster = await startCluster({
      databaseUrl: testDatabase.url!,
      redisUrl: server.url,
      judgingMs: 20,
      env: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    await send({ path: '/api/v1/webhooks', body: { url: receiver.url, events: ['check.completed'] } }, 0);
  });
  afterAll(async () => {
    await cluster.close();
    await receiver.close();
    await server.remove();
    await testDatabase.remove();
  });

  const send = (request: ClusterRequest, at: number) => cluster.send(cluster.replicas[at % 2]!, request);

  it('judge 50 parallel checks of one session once, charge once and answer one verdict', async () => {
    const taken = await cluster.creditsTaken();
    const request = fastCheck(1);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send(request, at)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('x-service-cached') !== 'true')).toHaveLength(1);
    expect(cluster.inferencesOf(1)).toBe(1);
    expect((await cluster.creditsTaken()) - taken).toBe(1);
  });

  it('judge 20 sessions of 200 parallel stream frames once each, charge once each', async () => {
    const taken = await cluster.creditsTaken();
    const sessions = Array.from({ length: 20 }, (_, at) => ({ tag: 100 + at, session_id: randomUUID() }));
    const frames = sessions.flatMap(({ tag, session_id }) =>
      taggedFrames(tag).map((frame) => ({
        tag,
        path: '/api/v1/fast-check-stream',
        body: { session_id, frame },
      })),
    );
    // One frame of every session in turn, and every session's frames in another order.
    const shuffled = frames.toSorted((a, b) => orderOf(a) - orderOf(b));
    const answers = await Promise.all(shuffled.map((request, at) => send(request, at)));
    const complete = answers.filter(({ body }) => body.data.status === 'complete');
    expect(answers.filter(({ body }) => body.data.status === 'buffering')).toHaveLength(180);
    expect(new Set(complete.map(({ body }) => body.data.session_id)).size).toBe(20);
    for (const { tag } of sessions) expect(cluster.inferencesOf(tag)).toBe(1);
    expect((await cluster.creditsTaken()) - taken).toBe(20);
  });

  it('answer 500 mixed requests: every verdict, charge and event once', async () => {
    const taken = await cluster.creditsTaken();
    const known = new Set(await cluster.storedSessions());
    const pixels = greyPng(224, 224);
    const kinds = [
      (tag: number) => fastCheck(tag),
      (tag: number) => ({ ...fastCheck(tag), path: '/api/v1/verify' }),
      (tag: number) => {
        const crops = Array.from({ length: 10 }, (_, index) => ({ index, pixels }));
        return { path: '/api/v1/fast-check-crops', body: { session_id: uuidOf(tag), crops } };
      },
      (tag: number) => ({
        path: '/api/v2/upload',
        body: { session_id: uuidOf(tag), frames: taggedFrames(tag) },
      }),
      () => ({ path: '/api/v1/credits' }),
      (tag: number) => ({
        path: '/api/v1/live-check',
        body: {
          session_id: uuidOf(tag),
          frames: taggedFrames(tag).map((frame) => ({ ...frame, landmarks: testMesh() })),
        },
      }),
    ];
    const requests = Array.from({ length: 500 }, (_, at) => kinds[at % kinds.length]!(1000 + at));
    const answers = await Promise.all(requests.map((request, at) => send(request, at)));
    const verdicts = answers.filter(({ status, body }) => status === 200 && body.data.verdict);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(verdicts.length).toBeGreaterThanOrEqual(160);
    const acknowledged = verdicts.map(({ body }) => body.data.session_id as string).toSorted();
    const stored = (await cluster.storedSessions()).filter((id) => !known.has(id)).toSorted();
    expect(stored).toEqual(acknowledged);
    // Every model of these requests costs one credit.
    expect((await cluster.creditsTaken()) - taken).toBe(acknowledged.length);
    const events = await cluster.storedSessions();
    await receiver.arrived(events.length);
    const told = receiver.received.map(({ body }) => JSON.parse(body).session_id as string);
    expect(told.toSorted()).toEqual(events.toSorted());
  }, 90_000);

  const uuidOf = (tag: number) => `00000000-0000-4000-8000-${String(tag).padStart(12, '0')}`;
});

describe.skipIf(postgres?.unavailable ?? !redis)('the limit of two API processes', () => {
  it('is exact: of 100 parallel requests of a key 40 are served', async () => {
    const testDatabase = await postgres!.create();
    const own = (await ownRedis())!;
    await own.start();
    const cluster = await startCluster({
      databaseUrl: testDatabase.url!,
      redisUrl: own.url,
      env: { RATE_LIMIT_CHECK: '40' },
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => cluster.send(cluster.replicas[at % 2]!, fastCheck(at))),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(limited).toHaveLength(60);
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await cluster.close();
    await own.remove();
    await testDatabase.remove();
  });
});

/** A place in a queue in which sessions alternate; the same at every run. */
function orderOf({ tag, body }: { tag: number; body: { frame: { index: number } } }): number {
  return ((body.frame.index * 7 + tag) % 10) * 1000 + tag;
}

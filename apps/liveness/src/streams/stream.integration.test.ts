import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { testRedis } from '@vivant/service-kit/testing/test-redis';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../checks/checks-table.ts';
import { streamRequests } from '../testing/check-requests.ts';
import { openMigrated, openTestService, type TestService } from '../testing/test-service.ts';

const [, postgres] = await testDatabases();
const redis = await testRedis();

describe.skipIf(postgres?.unavailable ?? redis.unavailable)('streams on PostgreSQL and Redis', () => {
  let testDatabase: TestDatabase;
  let databases: Database[];
  /** Two processes as far as sessions go: they share the database and Redis and nothing else. */
  let replicas: TestService[];

  beforeAll(async () => {
    testDatabase = await postgres!.create();
    databases = [await openMigrated(testDatabase), await openMigrated(testDatabase)];
    replicas = await Promise.all(
      databases.map((database) => openTestService({ database, config: { redisUrl: redis.url } })),
    );
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await Promise.all(databases.map((database) => database.close()));
    await testDatabase.remove();
  });

  const inferences = () => replicas.reduce((sum, { engine }) => sum + engine.inferences.length, 0);

  /** Sends requests at once, each to the replica its place says. */
  const spread = (requests: ReturnType<typeof streamRequests>) =>
    Promise.all(requests.map((request, at) => replicas[at % 2]!.inject(request)));

  it('judges 20 sessions of 200 parallel frames once each, charges once each, answers one verdict each', async () => {
    const organization = await replicas[0]!.addOrganization({ credits: 100 });
    const before = inferences();
    const sessions = Array.from({ length: 20 }, () => streamRequests(organization.apiKey));
    // One frame of every session in turn, each session's frames in another order.
    const shuffled = Array.from({ length: 10 }, (_, turn) =>
      sessions.map((requests, at) => requests[(turn * 3 + at) % 10]!),
    ).flat();

    const answers = (await spread(shuffled)).map((answer) => answer.json().data);

    expect(answers.map(({ status }) => status).filter((status) => status === 'buffering')).toHaveLength(180);
    for (const [first] of sessions) {
      const ofSession = answers.filter(({ session_id }) => session_id === first!.payload.session_id);
      const counts = ofSession.map(({ frames_received }) => frames_received).toSorted((a, b) => a - b);
      expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(ofSession.filter(({ status }) => status === 'complete')).toMatchObject([
        { frames_received: 10 },
      ]);
    }
    expect(inferences()).toBe(before + 20);
    expect(await replicas[0]!.readCredits(organization)).toEqual({
      balance: 80,
      amounts: [100, ...Array(20).fill(-1)],
    });
    const stored = await databases[0]!.db
      .select()
      .from(checks)
      .where(eq(checks.organizationId, organization.id));
    expect(stored).toHaveLength(20);
  });

  it('judges once when every frame is sent three times at once', async () => {
    const organization = await replicas[0]!.addOrganization({ credits: 100 });
    const before = inferences();
    const requests = streamRequests(organization.apiKey);
    const answers = (await spread([...requests, ...requests.toReversed(), ...requests])).map((answer) =>
      answer.json(),
    );
    const verdicts = answers.filter(({ data }) => data.status === 'complete');
    expect(verdicts.length).toBeGreaterThanOrEqual(1);
    expect(verdicts.filter(({ message }) => message === 'The check is complete.')).toHaveLength(1);
    expect(new Set(verdicts.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(inferences()).toBe(before + 1);
    expect((await replicas[0]!.readCredits(organization)).balance).toBe(99);
  });

  it('answers the verdict of one replica at the other', async () => {
    const { apiKey } = await replicas[0]!.addOrganization();
    const requests = streamRequests(apiKey, { metadata: { interview: 7 }, warnings: ['dark'] });
    const answers = await spread(requests);
    const verdict = answers.map((answer) => answer.json().data).find(({ status }) => status === 'complete');
    expect(verdict).toMatchObject({ tenant_metadata: { interview: 7 }, warnings: ['dark'] });
    for (const replica of replicas) {
      const again = await replica.inject(requests[3]!);
      expect(again.json().data).toEqual(verdict);
      expect(again.headers['x-service-cached']).toBe('true');
    }
  });

  it('keeps the frames of a stream when its check fails, for the other replica to judge', async () => {
    const { apiKey } = await replicas[0]!.addOrganization();
    const requests = streamRequests(apiKey);
    for (const request of requests.slice(0, 9)) await replicas[1]!.inject(request);
    replicas[0]!.engine.script(new Error('the process is about to die'));
    expect((await replicas[0]!.inject(requests[9]!)).statusCode).toBe(500);
    const answer = await replicas[1]!.inject(requests[9]!);
    expect(answer.json().data).toMatchObject({ status: 'complete', frames_received: 10 });
    const frames = replicas[1]!.engine.inferences.at(-1)?.frames ?? [];
    expect(frames.map(({ index }) => index)).toEqual([...Array(10).keys()]);
    const [frame] = frames;
    expect(frame && 'bytes' in frame && [...frame.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });
});

import { randomUUID } from 'node:crypto';
import type { Database } from '@vivant/service-kit/database';
import { startTcpProxy } from '@vivant/service-kit/testing/tcp-proxy';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { testRedis } from '@vivant/service-kit/testing/test-redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../objects/object-store.ts';
import { createS3ObjectStore } from '../objects/s3-object-store.ts';
import { checkRequest, testMesh } from '../testing/check-requests.ts';
import { testFrames } from '../testing/fast-check-request.ts';
import { manifest } from '../testing/manifests.ts';
import { startTestS3, type TestS3 } from '../testing/test-object-stores.ts';
import { openMigrated, openTestService, TEST_MANIFESTS, type TestService } from '../testing/test-service.ts';

const [, postgres] = await testDatabases();
const redis = await testRedis();

const manifests = [...TEST_MANIFESTS, manifest({ id: 'mixed-10-v3', family: 'v3' })];

const places = [
  { name: 'PostgreSQL and Redis', isDurable: false },
  { name: 'PostgreSQL, Redis and S3', isDurable: true },
];

describe.skipIf(postgres?.unavailable ?? redis.unavailable).each(places)(
  'uploads on $name',
  ({ isDurable }) => {
    let s3: TestS3 | undefined;
    /** Each replica has its own client. */
    let stores: ObjectStore[];
    let testDatabase: TestDatabase;
    let databases: Database[];
    /** Two processes as far as sessions go: they share the database and Redis and nothing else. */
    let replicas: TestService[];

    beforeAll(async () => {
      testDatabase = await postgres!.create();
      databases = [await openMigrated(testDatabase), await openMigrated(testDatabase)];
      s3 = isDurable ? await startTestS3() : undefined;
      stores = s3 ? [createS3ObjectStore(s3.options), createS3ObjectStore(s3.options)] : [];
      replicas = await Promise.all(
        databases.map((database, at) => {
          const objects = stores[at];
          const config = { redisUrl: redis.url };
          return openTestService({ database, manifests, config, ...(objects && { objects }) });
        }),
      );
    });

    afterAll(async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await Promise.all(databases.map((database) => database.close()));
      await testDatabase.remove();
      await Promise.all(stores.map((store) => store.close()));
      await s3?.stop();
    });

    it('come in batches to both replicas, in parallel, and are judged once by either', async () => {
      const organization = await replicas[0]!.addOrganization({ credits: 10 });
      const session_id = randomUUID();
      const uploads = await Promise.all(
        testFrames(30).map((frame, at) =>
          replicas[at % 2]!.inject(
            checkRequest(organization.apiKey, '/api/v2/upload', {
              session_id,
              model: 'mixed-30-v2',
              frames: [frame],
            }),
          ),
        ),
      );
      const states = uploads.map((upload) => upload.json().data);
      expect(states.filter(({ is_complete }) => is_complete)).toHaveLength(1);
      expect(states.every(({ stored_durable }) => stored_durable === isDurable)).toBe(true);

      const before = replicas.reduce((sum, { engine }) => sum + engine.inferences.length, 0);
      const checks = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          replicas[at % 2]!.inject(checkRequest(organization.apiKey, '/api/v2/fast-check', { session_id })),
        ),
      );
      expect(new Set(checks.map((check) => JSON.stringify(check.json().data))).size).toBe(1);
      expect(checks.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
      expect(replicas.reduce((sum, { engine }) => sum + engine.inferences.length, 0)).toBe(before + 1);
      expect(await replicas[0]!.readCredits(organization)).toEqual({ balance: 7, amounts: [10, -3] });
    });

    it('keep their landmarks on the way to the replica that judges them', async () => {
      const { apiKey } = await replicas[0]!.addOrganization();
      const session_id = randomUUID();
      const mesh = testMesh().map(([x, y], at) => [x, y, at / 1000]);
      const frames = testFrames(10).map((frame) => ({
        ...frame,
        landmarks: frame.index === 4 ? null : mesh,
      }));
      await replicas[0]!.inject(
        checkRequest(apiKey, '/api/v2/upload', { session_id, model: 'mixed-10-v3', frames }),
      );
      const check = await replicas[1]!.inject(checkRequest(apiKey, '/api/v2/live-check', { session_id }));
      expect(check.json().data.diagnostics).toMatchObject({ frames_received: 10, frames_usable: 9 });
      const judged = replicas[1]!.engine.inferences.at(-1)!.frames;
      expect([...judged[0]!.landmarks!.subarray(3, 6)]).toEqual([0.5, 0.5, Math.fround(0.001)]);
    });

    it.runIf(isDurable)('outlive everything that Redis knows', async () => {
      const organization = await replicas[0]!.addOrganization();
      const session_id = randomUUID();
      await replicas[0]!.inject(
        checkRequest(organization.apiKey, '/api/v2/upload', { session_id, frames: testFrames(10) }),
      );
      const client = new Redis(redis.url);
      for (const key of await client.keys(`*${organization.id}*`)) await client.unlink(key);
      client.disconnect();
      const check = await replicas[1]!.inject(
        checkRequest(organization.apiKey, '/api/v2/fast-check', { session_id }),
      );
      expect(check.statusCode).toBe(200);
    });

    it.skipIf(isDurable)('are answered with 503 while Redis is away, and go on when it is back', async () => {
      const direct = new URL(redis.url);
      const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 6379) });
      const redisUrl = `redis://127.0.0.1:${proxy.port}`;
      const service = await openTestService({ database: databases[0]!, config: { redisUrl } });
      const { apiKey } = await service.addOrganization();
      const session_id = randomUUID();
      const upload = () =>
        service.inject(checkRequest(apiKey, '/api/v2/upload', { session_id, frames: testFrames(4) }));
      expect((await upload()).statusCode).toBe(200);
      proxy.cut();
      const away = await upload();
      expect(away.statusCode).toBe(503);
      expect(away.json().errors[0]).toHaveProperty('service_unavailable');
      expect(away.headers['retry-after']).toBe('1');
      proxy.restore();
      await expect.poll(async () => (await upload()).statusCode, { timeout: 10_000 }).toBe(200);
      expect((await upload()).json().data.frames_received).toBe(4);
      await service.close();
      await proxy.close();
    });
  },
);

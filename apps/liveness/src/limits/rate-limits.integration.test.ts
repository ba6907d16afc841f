import { testDatabases } from '@vivant/service-kit/testing/test-databases';
import { testRedis } from '@vivant/service-kit/testing/test-redis';
import { expect, it } from 'vitest';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import { openMigrated, openTestService } from '../testing/test-service.ts';

const { url, unavailable } = await testRedis();
const [embedded, postgres] = await testDatabases();

/** The embedded database computes in this thread, where it would hold up the answers of Redis. */
const adapter = postgres && !postgres.unavailable ? postgres : embedded!;

it.skipIf(unavailable)('replicas that share Redis let exactly the limit through together', async () => {
  const testDatabase = await adapter.create();
  const database = await openMigrated(testDatabase);
  const limit = { requests: 12, windowSeconds: 60 };
  const config = { redisUrl: url, rateLimits: { check: limit, video: limit } };
  const replicas = [await openTestService({ database, config }), await openTestService({ database, config })];
  const { apiKey } = await replicas[0]!.addOrganization();

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => replicas[at % 2]!.inject(fastCheckRequest(apiKey))),
  );

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(12);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(28);
  for (const { headers } of refused) {
    const t = /^"burst";r=0;t=(\d+)$/.exec(String(headers['ratelimit']))?.[1];
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(Number(t));
  }
  for (const replica of replicas) await replica.close();
  await database.close();
  await testDatabase.remove();
});

import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { connectRedis } from './redis.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';
import { captureLog } from './testing/captured-log.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { startTcpProxy } from './testing/tcp-proxy.ts';
import { testRedis } from './testing/test-redis.ts';

const { url, unavailable } = await testRedis();
const clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
const clients = unavailable ? [] : [new Redis(url), new Redis(url)];
const prefix = `vivant:test:${randomUUID()}`;

afterAll(() => {
  for (const client of clients) client.disconnect();
});

interface Subject {
  readonly name: string;
  readonly skip: boolean;
  /** Two limiters that count together. */
  readonly limiters: () => [RateLimiter, RateLimiter];
  /** Resolves when a window of the seconds is over. */
  readonly pass: (seconds: number, limiter: RateLimiter, key: string) => Promise<void>;
}

const subjects: Subject[] = [
  {
    name: 'in memory',
    skip: false,
    limiters: () => {
      const limiter = createMemoryRateLimiter(clock);
      return [limiter, limiter];
    },
    pass: async (seconds) => clock.advance(seconds * 1000),
  },
  {
    name: 'in Redis',
    skip: unavailable !== undefined,
    limiters: () => [
      createRedisRateLimiter(clients[0]!, prefix),
      createRedisRateLimiter(clients[1]!, prefix),
    ],
    pass: async (_seconds, _limiter, key) => {
      await expect.poll(() => clients[0]!.exists(`${prefix}:${key}`), { timeout: 10_000 }).toBe(0);
    },
  },
];

describe.each(subjects)('a rate limiter $name', ({ skip, limiters, pass }) => {
  it.skipIf(skip)('lets exactly as many through as fit, however many come at once', async () => {
    const [one, other] = limiters();
    const key = randomUUID();
    const limit = { requests: 120, windowSeconds: 60 };
    const states = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 ? one : other).take(key, limit)),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(120);
    const remaining = states.map((state) => state.remaining).toSorted((a, b) => b - a);
    expect(remaining).toEqual(Array.from({ length: 200 }, (_, at) => Math.max(0, 119 - at)));
    for (const { resetAfterMs } of states) {
      expect(resetAfterMs).toBeGreaterThan(0);
      expect(resetAfterMs).toBeLessThanOrEqual(60_000);
    }
  });

  it.skipIf(skip)('counts each key by itself', async () => {
    const [limiter] = limiters();
    const limit = { requests: 1, windowSeconds: 60 };
    const [mine, yours] = [randomUUID(), randomUUID()];
    expect(await limiter.take(mine, limit)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take(mine, limit)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiter.take(yours, limit)).toMatchObject({ allowed: true });
  });

  it.skipIf(skip)(
    'begins a new window when the former ends, which refused requests do not prolong',
    async () => {
      const [limiter] = limiters();
      const key = randomUUID();
      const limit = { requests: 1, windowSeconds: 1 };
      const first = await limiter.take(key, limit);
      const refused = await limiter.take(key, limit);
      expect(refused.allowed).toBe(false);
      expect(refused.resetAfterMs).toBeLessThanOrEqual(first.resetAfterMs);
      await pass(1, limiter, key);
      expect(await limiter.take(key, limit)).toMatchObject({ allowed: true, remaining: 0 });
    },
  );
});

it.skipIf(unavailable)('fails while Redis is out of reach, and counts again afterwards', async () => {
  const direct = new URL(url);
  const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 6379) });
  const redis = connectRedis({
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) }).href,
    logger: captureLog().logger,
  });
  if (redis.kind !== 'redis') throw new Error('Redis was asked for');
  const limiter = createRedisRateLimiter(redis.client, prefix);
  const limit = { requests: 3, windowSeconds: 60 };
  const key = randomUUID();
  await limiter.take(key, limit);
  proxy.cut();
  await expect(limiter.take(key, limit)).rejects.toThrow(/Connection is closed|max retries|timed out/);
  proxy.restore();
  await expect
    .poll(
      () =>
        limiter.take(key, limit).then(
          ({ allowed }) => allowed,
          () => 'away',
        ),
      { timeout: 10_000 },
    )
    .toBe(true);
  await redis.close();
  await proxy.close();
});

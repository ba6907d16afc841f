import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRedis, type RedisConnection } from './redis.ts';
import { captureLog } from './testing/captured-log.ts';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts';
import { testRedis } from './testing/test-redis.ts';

/** How ioredis fails a command, depending on whether it was sent before the connection was lost. */
const UNREACHABLE = /Connection is closed|max retries per request|Command timed out/;

it('without a url is this process, which always answers', async () => {
  const redis = connectRedis({ logger: captureLog().logger });

  await expect(redis.ping()).resolves.toBeUndefined();
  await redis.close();
  expect(redis.kind).toBe('in-process');
});

const { url, unavailable } = await testRedis();

describe.skipIf(unavailable)('Redis behind a network that fails', () => {
  let proxy: TcpProxy;
  let redis: RedisConnection;
  let log: ReturnType<typeof captureLog>;

  beforeEach(async () => {
    const direct = new URL(url);
    proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 6379) });
    log = captureLog();
    const proxied = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) });
    redis = connectRedis({ url: proxied.href, logger: log.logger });
  });

  afterEach(async () => {
    await redis.close();
    await proxy.close();
  });

  it('answers a ping', async () => {
    await expect(redis.ping()).resolves.toBeUndefined();
  });

  it('fails pings while it is out of reach and answers again afterwards', async () => {
    await redis.ping();
    proxy.cut();
    await expect(redis.ping()).rejects.toThrow(UNREACHABLE);
    await expect(redis.ping()).rejects.toThrow(UNREACHABLE);

    proxy.restore();
    await expect.poll(() => redis.ping(), { timeout: 10_000 }).toBeUndefined();
  });

  it('fails a ping that gets no answer', async () => {
    await redis.ping();
    proxy.silence();

    await expect(redis.ping()).rejects.toThrow('Command timed out');
  });
});

it('keeps its password out of the log when the server cannot be reached', async () => {
  const log = captureLog();
  const redis = connectRedis({ url: 'redis://:hunter2@127.0.0.1:1', logger: log.logger });
  await expect(redis.ping()).rejects.toThrow(UNREACHABLE);
  await redis.close();

  expect(log.lines()).toMatchObject([{ level: 'warn', msg: 'Redis connection lost' }]);
  expect(log.text()).not.toContain('hunter2');
});

import { randomUUID } from 'node:crypto';
import type { BotEvent, StoredBotEvent } from '@vivant/contract/bot-event';
import { systemClock } from '@vivant/service-kit/clock';
import { createLogger } from '@vivant/service-kit/logger';
import { connectRedis } from '@vivant/service-kit/redis';
import { startTcpProxy } from '@vivant/service-kit/testing/tcp-proxy';
import { testRedis } from '@vivant/service-kit/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENTS_MAX, type EventLog } from './event-log.ts';
import { createMemoryEventLog } from './memory-event-log.ts';
import { createRedisEventLog } from './redis-event-log.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const redis = await testRedis();

/** Events as they are told to one who follows. */
function collect() {
  const told: StoredBotEvent[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  return {
    told,
    ids: () => told.map(({ id }) => id),
    tell: (event: StoredBotEvent) => {
      told.push(event);
      for (const { count, resolve } of waiting) if (told.length >= count) resolve();
    },
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        if (told.length >= count) resolve();
        waiting.push({ count, resolve });
      }),
  };
}

const joined = (participantId: string): BotEvent => ({
  type: 'participant-joined',
  participantId,
  participantName: 'A',
});

interface Replicas {
  readonly writer: EventLog;
  readonly reader: EventLog;
  close(): Promise<void>;
}

function openMemory(): Replicas {
  const log = createMemoryEventLog(systemClock);
  return { writer: log, reader: log, close: () => log.close() };
}

function openRedis(): Replicas {
  const open = () => {
    const connection = connectRedis({ url: redis.url, logger });
    if (connection.kind !== 'redis') throw new Error('not Redis');
    const log = createRedisEventLog({ client: connection.client, clock: systemClock, logger });
    return { log, connection };
  };
  const [writer, reader] = [open(), open()];
  return {
    writer: writer.log,
    reader: reader.log,
    async close() {
      for (const { log, connection } of [writer, reader]) {
        await log.close();
        await connection.close();
      }
    },
  };
}

const ADAPTERS = [
  { name: 'memory', unavailable: undefined, open: openMemory },
  { name: 'Redis, from another replica', unavailable: redis.unavailable, open: openRedis },
];

for (const adapter of ADAPTERS) {
  describe.skipIf(adapter.unavailable)(`events in ${adapter.name}`, () => {
    let replicas: Replicas;
    let sessionId: string;

    beforeAll(() => {
      replicas = adapter.open();
    });
    afterAll(() => replicas.close());

    const session = () => {
      sessionId = randomUUID();
      return sessionId;
    };

    it('have ids from 1 on and are told in order, stored ones and new ones', async () => {
      const id = session();
      replicas.writer.append(id, { type: 'clear-participants' });
      const seen = collect();
      await replicas.reader.follow(id, 0, seen.tell);
      for (let n = 0; n < 50; n += 1) replicas.writer.append(id, joined(String(n)));
      await seen.reached(51);
      expect(seen.ids()).toEqual(Array.from({ length: 51 }, (_, n) => n + 1));
      expect(seen.told[1]).toMatchObject({ type: 'participant-joined', participantId: '0' });
      expect(replicas.writer.lastId(id)).toBe(51);
    });

    it('are replayed after the id that a client has seen', async () => {
      const id = session();
      for (let n = 0; n < 5; n += 1) replicas.writer.append(id, joined(String(n)));
      const all = collect();
      await replicas.reader.follow(id, 0, all.tell);
      await all.reached(5);
      const seen = collect();
      await replicas.reader.follow(id, 3, seen.tell);
      await seen.reached(2);
      expect(seen.ids()).toEqual([4, 5]);
    });

    it('are not told to one who has left, nor those of another session', async () => {
      const id = session();
      const [left, stays] = [collect(), collect()];
      replicas.writer.append(id, joined('0'));
      const following = await replicas.reader.follow(id, 0, left.tell);
      await replicas.reader.follow(id, 0, stays.tell);
      replicas.writer.append(id, joined('1'));
      await stays.reached(2);
      await left.reached(2);
      following?.close();
      following?.close();
      replicas.writer.append(randomUUID(), joined('other'));
      replicas.writer.append(id, joined('2'));
      await stays.reached(3);
      expect(left.ids()).toEqual([1, 2]);
      const named = stays.told.map((event) => 'participantId' in event && event.participantId);
      expect(named).toEqual(['0', '1', '2']);
    });

    it('are refused when some after the id are gone', async () => {
      const id = session();
      const all = collect();
      replicas.writer.append(id, joined('1'));
      await replicas.reader.follow(id, 0, all.tell);
      for (let n = 2; n <= EVENTS_MAX * 1.5; n += 1) {
        replicas.writer.append(id, joined(String(n)));
        if (n % 1_000 === 0) await all.reached(n);
      }
      const seen = collect();
      expect(await replicas.reader.follow(id, 10, seen.tell)).toBeUndefined();
      expect(seen.told).toEqual([]);
    });

    it('stay for a client that comes back after the session has ended', async () => {
      const id = session();
      replicas.writer.append(id, joined('1'));
      replicas.writer.append(id, { type: 'session-status', status: 'done' });
      const first = collect();
      await replicas.reader.follow(id, 0, first.tell);
      await first.reached(2);
      replicas.writer.finish(id);
      const seen = collect();
      await replicas.reader.follow(id, 1, seen.tell);
      await seen.reached(1);
      expect(seen.ids()).toEqual([2]);
    });
  });
}

describe.skipIf(redis.unavailable)('events in Redis', () => {
  it('reach those who follow at the writing process while Redis is away, and all others later', async () => {
    const target = new URL(redis.url);
    const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port || 6379) });
    const near = connectRedis({ url: `redis://127.0.0.1:${proxy.port}`, logger });
    const far = connectRedis({ url: redis.url, logger });
    if (near.kind !== 'redis' || far.kind !== 'redis') throw new Error('not Redis');
    const writer = createRedisEventLog({ client: near.client, clock: systemClock, logger });
    const reader = createRedisEventLog({ client: far.client, clock: systemClock, logger });
    const id = randomUUID();
    const [own, other] = [collect(), collect()];
    writer.append(id, joined('1'));
    await reader.follow(id, 0, other.tell);
    await other.reached(1);
    await writer.follow(id, 0, own.tell);
    proxy.cut();
    writer.append(id, joined('2'));
    await own.reached(2);
    proxy.restore();
    await other.reached(2);
    expect(other.ids()).toEqual([1, 2]);
    await writer.close();
    await reader.close();
    await near.close();
    await far.close();
    await proxy.close();
  });

  it('go on with higher ids at the process that takes a session over', async () => {
    const replicas = openRedis();
    const { writer, reader } = replicas;
    const id = randomUUID();
    const seen = collect();
    writer.append(id, joined('1'));
    await reader.follow(id, 0, seen.tell);
    await seen.reached(1);
    reader.resume(id, 1_000);
    expect(reader.append(id, { type: 'session-status', status: 'fatal' }).id).toBe(1_001);
    await seen.reached(2);
    expect(seen.ids()).toEqual([1, 1_001]);
    await replicas.close();
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@vivant/service-kit/database';
import { createLogger } from '@vivant/service-kit/logger';
import { createManualClock } from '@vivant/service-kit/testing/manual-clock';
import { testDatabases } from '@vivant/service-kit/testing/test-databases';
import { testRedis } from '@vivant/service-kit/testing/test-redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createObjectRemoval } from '../objects/object-removal.ts';
import type { SessionRef } from '../sessions/lease-store.ts';
import { testObjectStores } from '../testing/test-object-stores.ts';
import { openMigrated } from '../testing/test-service.ts';
import type { BufferedFrame, FrameBatch, FrameBuffer } from './frame-buffer.ts';
import { FrameSpill } from './frame-spill.ts';
import { MemoryBuffer } from './memory.ts';
import { createRedisBuffer } from './redis.ts';
import { createStoredBuffer } from './stored.ts';

type DatabaseAdapter = Awaited<ReturnType<typeof testDatabases>>[number];
type ObjectStoreAdapter = (typeof testObjectStores)[number];

const TTL_MS = 300_000;
const SESSION_BYTES_MAX = 20 * 1024 * 1024;

interface Harness {
  /** Two replicas that share what they buffer, as far as the adapter lets them. */
  readonly buffers: readonly [FrameBuffer, FrameBuffer];
  /** Lets time pass for every session. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

function memoryHarness(spill?: { files: FrameSpill; memoryBytesMax: number }): Harness {
  const clock = createManualClock(new Date(0));
  const buffer = new MemoryBuffer({
    clock,
    ttlMs: TTL_MS,
    sessionBytesMax: SESSION_BYTES_MAX,
    bytesMax: 2 ** 30,
    ...(spill && { spill }),
  });
  return {
    buffers: [buffer, buffer],
    advance: async (ms) => clock.advance(ms),
    close: () => buffer.close(),
  };
}

async function spillingHarness(): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'vivant-frames-'));
  const harness = memoryHarness({ files: new FrameSpill(folder), memoryBytesMax: 0 });
  return {
    ...harness,
    async close() {
      await harness.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function redisHarness(url: string): Harness {
  const prefix = `vivant-test-${randomUUID()}:`;
  const clients = [new Redis(url), new Redis(url)] as const;
  const limits = { prefix, ttlMs: TTL_MS, sessionBytesMax: SESSION_BYTES_MAX };
  const keys = () => clients[0].keys(`${prefix}*`);
  return {
    buffers: [
      createRedisBuffer({ client: clients[0], ...limits }),
      createRedisBuffer({ client: clients[1], ...limits }),
    ],
    /** Redis has its own clock, so the remaining lifetimes are shortened instead. */
    async advance(ms) {
      for (const key of await keys()) {
        const ttlMs = await clients[0].pttl(key);
        // -1 says that the key would stay for good.
        if (ttlMs >= 0) await clients[0].pexpire(key, ttlMs - ms);
      }
    },
    async close() {
      for (const key of await keys()) await clients[0].unlink(key);
      for (const client of clients) client.disconnect();
    },
  };
}

/** Two replicas over one database and one object store. */
async function storedHarness(adapter: DatabaseAdapter, storeAdapter: ObjectStoreAdapter): Promise<Harness> {
  const clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  const testDatabase = await adapter.create();
  const first = await openMigrated(testDatabase);
  // The embedded database has one connection, so its "replicas" share it.
  const databases = adapter.name === 'PGlite' ? [first] : [first, await openMigrated(testDatabase)];
  const testStore = await storeAdapter.create();
  const objects = testStore.store;
  const bufferOn = (database: Database) =>
    createStoredBuffer({
      database,
      objects,
      removal: createObjectRemoval({ database, objects, clock, logger }),
      clock,
      newId: randomUUID,
      ttlMs: TTL_MS,
      sessionBytesMax: SESSION_BYTES_MAX,
      bytesMax: 2 ** 30,
    });
  return {
    buffers: [bufferOn(first), bufferOn(databases.at(-1) ?? first)],
    advance: async (ms) => clock.advance(ms),
    async close() {
      for (const database of databases) await database.close();
      await testDatabase.remove();
      await testStore.remove();
    },
  };
}

const logger = createLogger({ service: 'test', level: 'silent' });

const { url, unavailable } = await testRedis();
const [embedded, postgres] = await testDatabases();
const [files, s3] = testObjectStores;

const adapters: { name: string; unavailable: string | undefined; open: () => Promise<Harness> }[] = [
  { name: 'memory', unavailable: undefined, open: async () => memoryHarness() },
  { name: 'memory and files', unavailable: undefined, open: spillingHarness },
  { name: 'Redis', unavailable, open: async () => redisHarness(url) },
  { name: 'PGlite and files', unavailable: undefined, open: () => storedHarness(embedded!, files!) },
  {
    name: 'PostgreSQL and S3',
    unavailable: postgres?.unavailable,
    open: () => storedHarness(postgres!, s3!),
  },
];

const frame = (index: number, bytes = [index, 0, 255]): BufferedFrame => ({
  index,
  timestampMs: index * 33.25,
  bytes: Uint8Array.from(bytes),
});

const batch = (frames: readonly BufferedFrame[], difference: Partial<FrameBatch> = {}): FrameBatch => ({
  modelId: 'mixed-10-v2',
  framesRequired: 10,
  frames,
  warnings: [],
  details: {},
  ...difference,
});

const ten = Array.from({ length: 10 }, (_, index) => frame(index));

describe.each(adapters)('the frame buffer on $name', ({ unavailable, open }) => {
  describe.skipIf(unavailable)('which every adapter keeps alike', () => {
    let harness: Harness;
    let one: FrameBuffer;
    let other: FrameBuffer;
    let session: SessionRef;

    beforeAll(async () => {
      harness = await open();
      [one, other] = harness.buffers;
    }, 60_000);

    afterAll(() => harness.close());

    beforeEach(() => {
      session = { organizationId: randomUUID(), sessionId: randomUUID() };
    });

    const create = { create: true };

    it('creates nothing unless it is told to', async () => {
      expect(await one.put(session, batch([frame(0)]), { create: false })).toEqual({ kind: 'absent' });
      expect(await one.status(session)).toBeUndefined();
      await one.put(session, batch([frame(0)]), create);
      expect(await other.put(session, batch([frame(1)]), { create: false })).toMatchObject({
        kind: 'stored',
        framesReceived: 2,
      });
    });

    it('gives frames back as they came, sorted by index', async () => {
      const landmarks = Float32Array.from([0.25, 0.5, -0.125]);
      const sent = [{ ...frame(11), landmarks }, { ...frame(2), landmarks: null }, frame(0)];
      await one.put(session, batch(sent), create);
      const frames = await other.read(session);
      const plain = frames.map((each) => ({ ...each, bytes: Uint8Array.from(each.bytes) }));
      expect(plain).toEqual(sent.toReversed());
    });

    it('counts an index once and keeps what came first', async () => {
      await one.put(session, batch([frame(3, [1])]), create);
      const again = await one.put(session, batch([frame(3, [2]), frame(4)]), create);
      expect(again).toMatchObject({ framesReceived: 2, completes: false });
      const [kept] = await one.read(session);
      expect([...(kept?.bytes ?? [])]).toEqual([1]);
    });

    it('lets exactly one of many parallel batches complete the set', async () => {
      const outcomes = await Promise.all(
        [...ten, ...ten].map((each, at) => (at % 2 ? one : other).put(session, batch([each]), create)),
      );
      expect(outcomes.filter((each) => each.kind === 'stored' && each.completes)).toHaveLength(1);
      expect((await one.status(session))?.framesReceived).toBe(10);
    });

    it('completes no set twice, whatever else arrives', async () => {
      expect(await one.put(session, batch(ten), create)).toMatchObject({ completes: true });
      expect(await one.put(session, batch(ten), create)).toMatchObject({ completes: false });
      expect(await one.put(session, batch([frame(10)]), create)).toMatchObject({
        framesReceived: 11,
        completes: false,
      });
    });

    it('is bound to the model of the first frame', async () => {
      await one.put(session, batch([frame(0)]), create);
      const switched = await other.put(session, batch([frame(1)], { modelId: '10' }), create);
      expect(switched).toEqual({ kind: 'other-model', modelId: 'mixed-10-v2' });
      expect((await one.status(session))?.framesReceived).toBe(1);
    });

    it('keeps sessions apart by organization, and joins ids that differ in case only', async () => {
      await one.put(session, batch([frame(0)]), create);
      const stranger = { ...session, organizationId: randomUUID() };
      expect(await one.status(stranger)).toBeUndefined();
      expect(await one.read(stranger)).toEqual([]);
      const upper = { ...session, sessionId: session.sessionId.toUpperCase() };
      expect((await one.status(upper))?.framesReceived).toBe(1);
    });

    it('lists warnings once, in the order of their arrival', async () => {
      const first = { code: 'blur', text: 'ü "\u0000' };
      await one.put(session, batch([frame(0)], { warnings: [first, 'dark'] }), create);
      await other.put(session, batch([frame(1)], { warnings: ['dark', 'late', first] }), create);
      expect((await one.status(session))?.warnings).toEqual([first, 'dark', 'late']);
    });

    it('keeps of each detail what was said first', async () => {
      await one.put(session, batch([frame(0)], { details: { source: 'live' } }), create);
      const later = { source: 'media', fps: 25, metadata: { a: 1 } } as const;
      await one.put(session, batch([frame(1)], { details: later }), create);
      expect((await one.status(session))?.details).toEqual({ source: 'live', fps: 25, metadata: { a: 1 } });
    });

    it('lives from its last new frame on, which a repeated one is not', async () => {
      await one.put(session, batch([frame(0)]), create);
      await harness.advance(200_000);
      const prolonged = await one.put(session, batch([frame(1)]), create);
      expect(prolonged).toMatchObject({ ttlMs: expect.closeTo(TTL_MS, -3.5) });
      await harness.advance(200_000);
      const repeated = await one.put(session, batch([frame(1)]), create);
      expect(repeated).toMatchObject({ framesReceived: 2, ttlMs: expect.closeTo(100_000, -3.5) });
      await harness.advance(100_000);
      expect(await one.status(session)).toBeUndefined();
      expect(await one.read(session)).toEqual([]);
      const anew = await one.put(session, batch([frame(2)], { modelId: '10' }), create);
      expect(anew).toMatchObject({ kind: 'stored', framesReceived: 1 });
    });

    it('remembers that a session is finished, but not its frames', async () => {
      await one.put(session, batch(ten), create);
      await one.finish(session);
      expect(await other.put(session, batch([frame(0)]), create)).toEqual({ kind: 'finished' });
      expect(await other.put(session, batch([frame(0)], { modelId: '10' }), create)).toMatchObject({
        kind: 'other-model',
      });
      expect(await other.status(session)).toMatchObject({ isFinished: true, framesReceived: 0 });
      expect(await other.read(session)).toEqual([]);
      await harness.advance(TTL_MS);
      expect(await one.status(session)).toBeUndefined();
    });

    it('finishes nothing that is not there', async () => {
      await one.finish(session);
      expect(await one.status(session)).toBeUndefined();
    });

    it('forgets a session that is removed', async () => {
      await one.put(session, batch(ten), create);
      await one.remove(session);
      expect(await one.status(session)).toBeUndefined();
    });

    it('refuses what exceeds the room of a session and keeps the rest', async () => {
      const big = (index: number) => ({ ...frame(index), bytes: new Uint8Array(7 * 1024 * 1024) });
      expect(await one.put(session, batch([big(0), big(1)]), create)).toMatchObject({ framesReceived: 2 });
      expect(await one.put(session, batch([big(2)]), create)).toEqual({ kind: 'too-large', what: 'frames' });
      expect(await one.put(session, batch([big(0), frame(3)]), create)).toMatchObject({ framesReceived: 3 });
      const long = { warnings: ['x'.repeat(70_000)] };
      expect(await one.put(session, batch([frame(4)], long), create)).toEqual({
        kind: 'too-large',
        what: 'warnings',
      });
      expect((await one.status(session))?.framesReceived).toBe(3);
    });
  });
});

describe.skipIf(unavailable)('a frame buffer whose Redis is away', () => {
  it('answers that it is unavailable, and when to come again', async () => {
    const client = new Redis({ lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 });
    client.disconnect();
    const buffer = createRedisBuffer({ client, ttlMs: TTL_MS, sessionBytesMax: SESSION_BYTES_MAX });
    await expect(buffer.status({ organizationId: 'a', sessionId: 'b' })).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '1' },
    });
  });
});

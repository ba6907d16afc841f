import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@vivant/service-kit/database';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { createManualClock, type ManualClock } from '@vivant/service-kit/testing/manual-clock';
import { embeddedTestDatabase, type TestDatabase } from '@vivant/service-kit/testing/test-databases';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFileObjectStore } from '../objects/file-object-store.ts';
import { createObjectRemoval, type ObjectRemoval } from '../objects/object-removal.ts';
import { type ObjectStore, ObjectStoreError } from '../objects/object-store.ts';
import { unownedObjects } from '../objects/unowned-objects-table.ts';
import { openMigrated } from '../testing/test-service.ts';
import type { FrameBatch } from './frame-buffer.ts';
import { createStoredBuffer, type StoredBuffer } from './stored.ts';
import { uploadParts, uploadSessions } from './upload-tables.ts';

const TTL_MS = 300_000;

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let objects: ObjectStore;
let clock: ManualClock;
let removal: ObjectRemoval;
let buffer: StoredBuffer;

beforeAll(async () => {
  testDatabase = await embeddedTestDatabase.create();
  database = await openMigrated(testDatabase);
}, 60_000);

afterAll(async () => {
  await database.close();
  await testDatabase.remove();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  for (const table of [uploadParts, uploadSessions, unownedObjects]) await database.db.delete(table);
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), 'vivant-stored-'));
  clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  objects = createFileObjectStore(folder);
  [buffer, removal] = open(objects);
});

function open(store: ObjectStore): [StoredBuffer, ObjectRemoval] {
  const { logger } = captureLog();
  const objectRemoval = createObjectRemoval({ database, objects: store, clock, logger });
  const limits = { ttlMs: TTL_MS, sessionBytesMax: 100_000, bytesMax: 100_000 };
  const options = { database, objects: store, removal: objectRemoval, clock, newId: randomUUID, ...limits };
  return [createStoredBuffer(options), objectRemoval];
}

const newSession = () => ({ organizationId: randomUUID(), sessionId: randomUUID() });

const batch = (index: number, bytes = 10): FrameBatch => ({
  modelId: '10',
  framesRequired: 10,
  frames: [{ index, timestampMs: 0, bytes: new Uint8Array(bytes) }],
  warnings: [],
  details: {},
});

const create = { create: true };

const stored = async () => readdir(join(folder, 'uploads')).catch(() => []);
const notes = () => database.db.select().from(unownedObjects);

describe('uploads in the object store', () => {
  it('leave nothing when they are judged, removed or expired', async () => {
    const [judged, removed, expired] = [newSession(), newSession(), newSession()];
    for (const session of [judged, removed, expired]) {
      await buffer.put(session, batch(0), create);
      await buffer.put(session, batch(1), create);
    }
    expect(await stored()).toHaveLength(6);
    clock.advance(1000);
    await buffer.finish(judged);
    await buffer.remove(removed);
    expect(await stored()).toHaveLength(2);
    clock.advance(TTL_MS - 1001);
    await buffer.sweep();
    expect(await stored()).toHaveLength(2);
    clock.advance(1);
    await buffer.sweep();
    expect(await stored()).toEqual([]);
    expect(await notes()).toEqual([]);
    expect((await database.db.select().from(uploadSessions)).map(({ sessionId }) => sessionId)).toEqual([
      judged.sessionId,
    ]);
    clock.advance(TTL_MS);
    await buffer.sweep();
    expect(await database.db.select().from(uploadSessions)).toEqual([]);
  });

  it('that come twice at once are kept once', async () => {
    const session = newSession();
    const outcomes = await Promise.all([1, 1, 1].map((index) => buffer.put(session, batch(index), create)));
    expect(outcomes).toMatchObject([1, 1, 1].map((framesReceived) => ({ kind: 'stored', framesReceived })));
    expect(await stored()).toHaveLength(1);
    expect(await notes()).toEqual([]);
  });

  it('replace those of a session whose time was over', async () => {
    const session = newSession();
    await buffer.put(session, batch(0), create);
    clock.advance(TTL_MS);
    await buffer.put(session, batch(1), create);
    await removal.sweep();
    expect(await stored()).toHaveLength(1);
    expect((await buffer.read(session)).map(({ index }) => index)).toEqual([1]);
  });

  it('keep the last fifth of their room for sessions that have begun', async () => {
    const [one, other] = [newSession(), newSession()];
    await buffer.put(one, batch(0, 70_000), create);
    const refused = buffer.put(other, batch(0, 20_000), create);
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await buffer.put(one, batch(1, 20_000), create)).toMatchObject({ kind: 'stored' });
    await buffer.finish(one);
    expect(await buffer.put(other, batch(0, 20_000), create)).toMatchObject({ kind: 'stored' });
  });

  it('are unavailable while the store fails, and nothing of them is kept', async () => {
    const failing = () => Promise.reject(new ObjectStoreError('away'));
    const session = newSession();
    const [broken] = open({ ...objects, put: failing });
    await expect(broken.put(session, batch(0), create)).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '1' },
    });
    expect(await buffer.status(session)).toBeUndefined();
    await buffer.put(session, batch(0), create);
    const [unreadable] = open({ ...objects, open: failing });
    await expect(unreadable.read(session)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('whose removal fails are removed by the sweep', async () => {
    const session = newSession();
    const [buffered] = open({ ...objects, delete: () => Promise.reject(new ObjectStoreError('away')) });
    await buffered.put(session, batch(0), create);
    await buffered.finish(session);
    expect(await buffer.read(session)).toEqual([]);
    expect(await stored()).toHaveLength(1);
    await removal.sweep();
    expect(await stored()).toEqual([]);
  });
});

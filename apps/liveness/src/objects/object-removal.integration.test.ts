import type { Database } from '@vivant/service-kit/database';
import { createLogger } from '@vivant/service-kit/logger';
import { createManualClock } from '@vivant/service-kit/testing/manual-clock';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestObjectStore, testObjectStores } from '../testing/test-object-stores.ts';
import { openMigrated } from '../testing/test-service.ts';
import { announceObject, disownObjects, ownObject } from './object-ownership.ts';
import { createObjectRemoval, type ObjectRemoval } from './object-removal.ts';
import { ObjectStoreError } from './object-store.ts';

const HOUR_MS = 60 * 60 * 1000;

async function* content() {
  yield Buffer.from('x');
}

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`objects and their owners on ${adapter.name}`, () => {
    const clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
    let testDatabase: TestDatabase;
    let database: Database;
    let objects: TestObjectStore;
    let removal: ObjectRemoval;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      objects = await testObjectStores[0]!.create();
      const logger = createLogger({ service: 'test', level: 'silent' });
      removal = createObjectRemoval({ database, objects: objects.store, clock, logger });
    }, 60_000);

    afterAll(async () => {
      await database.close();
      await testDatabase.remove();
      await objects.remove();
    });

    async function write(key: string): Promise<void> {
      await announceObject(database.db, key, clock.now());
      await objects.store.put(key, content(), { bytesMax: 1 });
    }

    const isThere = (key: string) => objects.store.exists(key);

    it('an object that nobody came to own goes after six hours, and cannot be owned then', async () => {
      await write('orphan');
      clock.advance(6 * HOUR_MS - 1);
      await removal.sweep();
      expect(await isThere('orphan')).toBe(true);
      clock.advance(1);
      await removal.sweep();
      expect(await isThere('orphan')).toBe(false);
      await expect(ownObject(database.db, 'orphan')).rejects.toMatchObject({ code: 'service_unavailable' });
    });

    it('an owned object stays, whatever is swept or asked to be removed', async () => {
      await write('owned');
      await ownObject(database.db, 'owned');
      clock.advance(100 * HOUR_MS);
      await removal.sweep();
      await removal.remove(['owned']);
      expect(await isThere('owned')).toBe(true);
    });

    it('an owner whose transaction fails owns nothing', async () => {
      await write('failed');
      const failing = database.db.transaction(async (transaction) => {
        await ownObject(transaction, 'failed');
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await removal.remove(['failed']);
      expect(await isThere('failed')).toBe(false);
    });

    it('an object whose removal has begun cannot be owned, even when the store failed at it', async () => {
      await write('failing');
      const failing = { ...objects.store, delete: () => Promise.reject(new ObjectStoreError('away')) };
      const logger = createLogger({ service: 'test', level: 'silent' });
      await createObjectRemoval({ database, objects: failing, clock, logger }).remove(['failing']);
      expect(await isThere('failing')).toBe(true);
      await expect(ownObject(database.db, 'failing')).rejects.toMatchObject({ code: 'service_unavailable' });
      await removal.sweep();
      expect(await isThere('failing')).toBe(false);
    });

    it('a disowned object goes at once', async () => {
      await write('disowned');
      await ownObject(database.db, 'disowned');
      await disownObjects(database.db, ['disowned'], clock.now());
      await removal.sweep();
      expect(await isThere('disowned')).toBe(false);
    });
  });
}

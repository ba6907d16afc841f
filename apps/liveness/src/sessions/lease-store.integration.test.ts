import { randomUUID } from 'node:crypto';
import type { Database } from '@vivant/service-kit/database';
import { createLogger } from '@vivant/service-kit/logger';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrganization } from '../organizations/organization-store.ts';
import { openMigrated } from '../testing/test-service.ts';
import { consumeLease, createLeaseStore, LeaseLostError, type SessionRef } from './lease-store.ts';
import { sessionLeases } from './leases-table.ts';

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`leases on ${adapter.name}`, () => {
    const organizationId = randomUUID();
    let testDatabase: TestDatabase;
    let database: Database;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      await insertOrganization(database.db, { id: organizationId, slug: 'leases', createdAt: new Date() });
    });

    afterAll(async () => {
      await database.close();
      await testDatabase.remove();
    });

    const newSession = (): SessionRef => ({ organizationId, sessionId: randomUUID() });
    const openStore = () =>
      createLeaseStore({
        database,
        newId: randomUUID,
        logger: createLogger({ service: 'test', level: 'silent' }),
      });
    const rowOf = ({ sessionId }: SessionRef) =>
      and(eq(sessionLeases.organizationId, organizationId), eq(sessionLeases.sessionId, sessionId));
    const expire = (session: SessionRef) =>
      database.db
        .update(sessionLeases)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(rowOf(session));

    it('grants a session to one owner among many that ask at once', async () => {
      const session = newSession();
      const stores = Array.from({ length: 10 }, openStore);
      const leases = await Promise.all(stores.map((store) => store.acquire(session)));
      const granted = leases.filter((lease) => lease !== undefined);
      expect(granted).toHaveLength(1);
      await granted[0]!.release();
    });

    it('grants a session again once it was released', async () => {
      const session = newSession();
      const store = openStore();
      await (await store.acquire(session))!.release();
      const again = await store.acquire(session);
      expect(again).toBeDefined();
      await again!.release();
    });

    it('gives the session of a silent owner to the next, and lets the former neither store nor release', async () => {
      const session = newSession();
      const former = (await openStore().acquire(session))!;
      await expire(session);
      const next = (await openStore().acquire(session))!;

      const store = database.db.transaction((transaction) => consumeLease(transaction, former));
      await expect(store).rejects.toThrow(LeaseLostError);
      await former.release();
      await expect(
        database.db.transaction((transaction) => consumeLease(transaction, next)),
      ).resolves.toBeUndefined();
      await next.release();
    });

    it('keeps a lease whose transaction was rolled back', async () => {
      const session = newSession();
      const lease = (await openStore().acquire(session))!;
      const failed = database.db.transaction(async (transaction) => {
        await consumeLease(transaction, lease);
        throw new Error('the verdict could not be stored');
      });
      await expect(failed).rejects.toThrow('could not be stored');
      expect(await openStore().acquire(session)).toBeUndefined();
      await lease.release();
    });
  });
}

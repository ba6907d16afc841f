import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseUnavailable, isUniqueViolation } from './database-errors.ts';
import { type TestDatabase, testDatabases } from './testing/test-databases.ts';

const accounts = pgTable('accounts', {
  name: text().primaryKey(),
  credits: integer().notNull(),
});

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`a database on ${adapter.name}`, () => {
    let source: TestDatabase;
    let database: Database;

    beforeAll(async () => {
      source = await adapter.create();
      database = await openDatabase(source);
      await database.db.execute(sql`create table accounts (name text primary key, credits integer not null)`);
    });

    afterAll(async () => {
      await database.close();
      await source.remove();
    });

    beforeEach(async () => {
      await database.db.delete(accounts);
    });

    it('answers a ping', async () => {
      await expect(database.ping()).resolves.toBeUndefined();
    });

    it('returns typed rows and raw rows', async () => {
      await database.db.insert(accounts).values({ name: 'demo', credits: 7 });
      const raw = await database.db.execute<{ credits: number }>(sql`select credits from accounts`);

      expect(await database.db.select().from(accounts)).toEqual([{ name: 'demo', credits: 7 }]);
      expect(raw.rows).toEqual([{ credits: 7 }]);
    });

    it('keeps what a transaction did when it ends well', async () => {
      const result = await database.db.transaction(async (tx) => {
        await tx.insert(accounts).values({ name: 'demo', credits: 1 });
        return 'done';
      });

      expect(result).toBe('done');
      expect(await database.db.$count(accounts)).toBe(1);
    });

    it('lets the event loop turn with each query, also inside a transaction', async () => {
      let turns = 0;
      let isDone = false;
      const count = () => {
        turns++;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      for (let at = 0; at < 10; at++) await database.db.select().from(accounts);
      await database.db.transaction(async (tx) => {
        for (let at = 0; at < 10; at++) await tx.select().from(accounts);
      });
      isDone = true;

      expect(turns).toBeGreaterThanOrEqual(20);
    });

    it('undoes everything a failed transaction did', async () => {
      const failed = database.db.transaction(async (tx) => {
        await tx.insert(accounts).values({ name: 'demo', credits: 1 });
        throw new Error('no');
      });

      await expect(failed).rejects.toThrow('no');
      expect(await database.db.$count(accounts)).toBe(0);
    });

    it('undoes only the inner one of two nested transactions', async () => {
      await database.db.transaction(async (tx) => {
        await tx.insert(accounts).values({ name: 'outer', credits: 1 });
        const inner = tx.transaction(async (nested) => {
          await nested.insert(accounts).values({ name: 'inner', credits: 1 });
          throw new Error('no');
        });
        await expect(inner).rejects.toThrow('no');
      });

      expect(await database.db.select({ name: accounts.name }).from(accounts)).toEqual([{ name: 'outer' }]);
    });

    it('makes a unique violation recognisable', async () => {
      await database.db.insert(accounts).values({ name: 'demo', credits: 1 });
      const second = database.db.insert(accounts).values({ name: 'demo', credits: 2 });
      const error: unknown = await second.then(
        () => undefined,
        (reason) => reason,
      );

      expect(isUniqueViolation(error, 'accounts_pkey')).toBe(true);
      expect(isUniqueViolation(error, 'another')).toBe(false);
      expect(isDatabaseUnavailable(error)).toBe(false);
    });

    it('counts concurrent changes exactly', async () => {
      await database.db.insert(accounts).values({ name: 'demo', credits: 0 });
      const addOne = () =>
        database.db.transaction((tx) => tx.update(accounts).set({ credits: sql`${accounts.credits} + 1` }));
      await Promise.all(Array.from({ length: 50 }, addOne));

      expect(await database.db.select({ credits: accounts.credits }).from(accounts)).toEqual([
        { credits: 50 },
      ]);
    });

    it('says that it is unavailable once it is closed, however often', async () => {
      await Promise.all([database.close(), database.close()]);
      await database.close();

      await expect(database.ping()).rejects.toSatisfy(isDatabaseUnavailable);
      database = await openDatabase(source);
    });

    it('keeps its rows when it is opened again', async () => {
      await database.db.insert(accounts).values({ name: 'demo', credits: 7 });
      await database.close();
      database = await openDatabase(source);

      expect(await database.db.select().from(accounts)).toEqual([{ name: 'demo', credits: 7 }]);
    });
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { type TestDatabase, testDatabases } from './testing/test-databases.ts';

const FIRST = `
  create table people (id integer primary key, name text not null default 'a;b');
  insert into people (id) values (1); -- depends on the statement before
  create function twice(n integer) returns integer language plpgsql as $$
  begin
    return n * 2;
  end $$;
  insert into people (id, name) values (twice(2), 'it''s; fine');
`;

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`migrations on ${adapter.name}`, () => {
    let folder: string;
    let source: TestDatabase;
    let database: Database;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vivant-migrations-'));
      await write('001-people.sql', FIRST);
      source = await adapter.create();
      database = await openDatabase(source);
    });

    afterEach(async () => {
      await database.close();
      await source.remove();
      await rm(folder, { recursive: true, force: true });
    });

    const write = (file: string, text: string) => writeFile(join(folder, file), text);
    const run = (name = 'liveness') => migrate(database, { folder, name });

    async function rows(query: string): Promise<unknown[]> {
      return (await database.db.execute(sql.raw(query))).rows.map((row) => Object.values(row as object)[0]);
    }

    it('run scripts of several statements in the order of their names', async () => {
      await write('002-more.sql', 'insert into people (id) values (2)');
      await write('notes.txt', 'not SQL');
      await run();

      expect(await rows('select id from people order by id')).toEqual([1, 2, 4]);
      expect(await rows('select file from liveness_migrations order by file')).toEqual([
        '001-people.sql',
        '002-more.sql',
      ]);
    });

    it('run once', async () => {
      await run();
      await run();

      expect(await rows('select count(*)::int from people')).toEqual([2]);
    });

    it('run only what is new', async () => {
      await run();
      await write('002-more.sql', 'insert into people (id) values (2)');
      await run();

      expect(await rows('select id from people order by id')).toEqual([1, 2, 4]);
    });

    it('run once when two replicas start together', async () => {
      const replica = source.url ? await openDatabase(source) : database;
      try {
        await Promise.all([run(), migrate(replica, { folder, name: 'liveness' })]);
      } finally {
        await replica.close();
      }
      database = await openDatabase(source);

      expect(await rows('select count(*)::int from people')).toEqual([2]);
    });

    it('apply all or nothing', async () => {
      await write('002-broken.sql', 'create table things (id integer); select 1/0;');

      await expect(run()).rejects.toMatchObject({ cause: { message: 'division by zero' } });
      expect(await rows(`select to_regclass('people')::text`)).toEqual([null]);
      expect(await rows(`select to_regclass('liveness_migrations')::text`)).toEqual([null]);
    });

    it('refuse a file that was changed after it ran', async () => {
      await run();
      await write('001-people.sql', `${FIRST} -- changed`);

      await expect(run()).rejects.toThrow('001-people.sql was changed after it ran');
    });

    it('refuse a new file that sorts before one that ran', async () => {
      await run();
      await write('000-late.sql', 'select 1');

      await expect(run()).rejects.toThrow('000-late.sql sorts before 001-people.sql');
    });

    it('of a newer replica do not keep an older one from starting', async () => {
      await write('002-newer.sql', 'select 1');
      await run();
      await rm(join(folder, '002-newer.sql'));

      await expect(run()).resolves.toBeUndefined();
    });

    it('of two apps in one database keep their own journals', async () => {
      await run('liveness');
      await write('001-people.sql', 'create table meetings (id integer)');
      await run('bot');

      expect(await rows('select count(*)::int from bot_migrations')).toEqual([1]);
    });

    it('name their journal by a plain word', async () => {
      await expect(run('x; drop table people')).rejects.toThrow('cannot name a journal table');
    });
  });
}

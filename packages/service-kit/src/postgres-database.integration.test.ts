import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts';
import { type TestDatabase, testDatabases } from './testing/test-databases.ts';

const POOL_SIZE = 10;

const postgres = (await testDatabases()).find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(postgres.unavailable)('PostgreSQL behind a network that fails', () => {
  let source: TestDatabase;
  let proxy: TcpProxy;
  let url: string;
  let database: Database;

  beforeEach(async () => {
    source = await postgres.create();
    const direct = new URL(source.url!);
    proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 5432) });
    url = Object.assign(new URL(source.url!), { hostname: '127.0.0.1', port: String(proxy.port) }).href;
    database = await openDatabase({ ...source, url });
  });

  afterEach(async () => {
    await database.close();
    await proxy.close();
    await source.remove();
  });

  const query = () => database.db.execute(sql`select 1 as one`);
  const transact = () => database.db.transaction((tx) => tx.execute(sql`select 1 as one`));

  /** Opens every connection the pool can have and leaves them idle. */
  async function fillPool(): Promise<void> {
    await Promise.all(
      Array.from({ length: POOL_SIZE }, () => database.db.execute(sql`select pg_sleep(0.1)`)),
    );
  }

  async function outcomes(work: () => Promise<unknown>, times: number): Promise<unknown[]> {
    const settled = await Promise.allSettled(Array.from({ length: times }, work));
    return settled.map((each) => (each.status === 'rejected' ? each.reason : 'done'));
  }

  /** Ends a server process and waits until it is gone. */
  async function endBackend({ db }: Database, pid: number): Promise<void> {
    await db.execute(sql`select pg_terminate_backend(${pid})`);
    for (let isThere = true; isThere; ) {
      isThere = (await db.execute(sql`select 1 from pg_stat_activity where pid = ${pid}`)).rows.length > 0;
    }
  }

  it.each([
    ['queries', query],
    ['transactions', transact],
  ])('is recognisably unavailable to %s, and available again afterwards', async (_name, work) => {
    await fillPool();
    proxy.cut();

    expect((await outcomes(work, 2 * POOL_SIZE)).map(isDatabaseUnavailable)).not.toContain(false);

    proxy.restore();
    await expect(work()).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('gets every connection back when transactions are cut off at their first statement', async () => {
    await fillPool();
    proxy.silence();
    const started = outcomes(transact, POOL_SIZE);
    proxy.cut();

    expect((await started).map(isDatabaseUnavailable)).not.toContain(false);

    proxy.restore();
    expect(await outcomes(transact, 2 * POOL_SIZE)).not.toContainEqual(expect.any(Error));
  });

  it('survives the end of a connection inside a transaction, between two statements', async () => {
    const direct = await openDatabase(source);
    const interrupted = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await endBackend(direct, rows[0]!.pid);
      await tx.execute(sql`select 2`);
    });

    await expect(interrupted).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(transact()).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await direct.close();
  });

  it('survives that the server ends its connections', async () => {
    await fillPool();
    const direct = await openDatabase(source);
    const { rows } = await direct.db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    for (const { pid } of rows) await endBackend(direct, pid);
    await direct.close();

    expect(rows).toHaveLength(POOL_SIZE);
    // A connection whose end this process has not been told of yet may fail one query more.
    await vi.waitFor(async () => expect(await query()).toMatchObject({ rows: [{ one: 1 }] }), {
      timeout: 10_000,
    });
  });

  it('fails a ping that gets no answer', async () => {
    proxy.silence();

    await expect(database.ping()).rejects.toSatisfy(isDatabaseUnavailable);
    proxy.cut();
  });

  it('is refused at the start with an error that keeps the password', async () => {
    proxy.cut();
    const withPassword = Object.assign(new URL(url), { password: 'hunter2' }).href;
    const error: Error = await openDatabase({ ...source, url: withPassword }).then(
      () => expect.unreachable(),
      (reason) => reason,
    );

    expect(error).toSatisfy(isDatabaseUnavailable);
    expect(error.message).toBe('PostgreSQL (DATABASE_URL) does not answer');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
  });
});

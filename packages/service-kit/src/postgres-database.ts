import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import type { Database, SqlDatabase } from './database.ts';
import { DatabaseUnavailableError } from './database-errors.ts';
import { pingDatabase } from './database-ping.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Opens a pool of PostgreSQL connections and waits for the first answer. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const pool = createPool(url);
  const db = drizzle({ client: pool }) as unknown as SqlDatabase;
  const database: Database = {
    db,
    kind: 'postgres',
    ping: () => pingDatabase(db),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
  try {
    await database.ping();
  } catch (error) {
    await database.close();
    throw new DatabaseUnavailableError('PostgreSQL (DATABASE_URL) does not answer', { cause: error });
  }
  return database;
}

/** A pool that survives lost connections and says so recognisably. */
function createPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'vivant',
  });
  // The query in flight reports a lost connection. Without a listener the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  releaseLostClients(pool);
  nameFailedConnects(pool);
  return pool;
}

/**
 * Takes a connection that is lost while in use out of the pool. drizzle does not give back the client of a
 * transaction whose `begin` fails; ten of those would leave the pool without a free place for good.
 */
function releaseLostClients(pool: Pool): void {
  const onLost = new WeakMap<PoolClient, () => void>();
  pool.on('acquire', (client) => {
    const releaseOnce = () => {
      client.release(true);
      client.release = () => undefined;
    };
    onLost.set(client, releaseOnce);
    client.once('end', releaseOnce);
  });
  pool.on('release', (_error, client) => {
    const releaseOnce = onLost.get(client);
    if (releaseOnce) client.off('end', releaseOnce);
  });
}

/** A transaction takes its connection outside of any query, so that failure gets its name here. */
function nameFailedConnects(pool: Pool): void {
  const connect = pool.connect.bind(pool);
  const connectNamed = async () => {
    try {
      return await connect();
    } catch (error) {
      throw new DatabaseUnavailableError('No connection to PostgreSQL', { cause: error });
    }
  };
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connectNamed()) as typeof pool.connect;
}

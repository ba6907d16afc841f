import type { PGlite } from '@electric-sql/pglite';
import type { Database } from '@vivant/service-kit/database';
import type { Pool } from 'pg';
import { type Db, fromPglite } from 'pg-boss';

/**
 * The service's own database connections in the form pg-boss takes. It sends several statements at once, which drizzle
 * cannot, so it gets the driver underneath.
 */
export function bossConnection(database: Database): Db {
  const { $client } = database.db as unknown as { $client: unknown };
  if (database.kind === 'embedded') return fromPglite($client as PGlite);
  const pool = $client as Pool;
  // Without parameters the simple protocol is used, which takes several statements.
  return { executeSql: (text, values) => (values?.length ? pool.query(text, values) : pool.query(text)) };
}

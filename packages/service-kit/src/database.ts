import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openPostgresDatabase } from './postgres-database.ts';

interface SqlRows<Row> {
  readonly rows: Row[];
}

/**
 * The part of a raw query's result that both drivers share. Count changed rows by `returning()`, and cast
 * big integers (`count(*)::int`): one driver gives them as text, the other as numbers.
 */
interface SqlResult extends PgQueryResultHKT {
  readonly type: SqlRows<this['row']>;
}

/** Drizzle over either driver; a transaction is one too. */
export type SqlDatabase = PgDatabase<SqlResult>;

/** An open database. */
export interface Database {
  /** Inside `db.transaction` use the `tx` it hands out: the embedded database waits for itself otherwise. */
  readonly db: SqlDatabase;
  readonly kind: 'embedded' | 'postgres';
  /** Resolves when the database answers, rejects after two seconds. */
  ping(): Promise<void>;
  /** Waits for running queries. Idempotent. */
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL at `url`, or without one the embedded database under `dataDir`.
 * @throws DatabaseUnavailableError when PostgreSQL does not answer
 */
export function openDatabase(options: { url?: string | undefined; dataDir: string }): Promise<Database> {
  return options.url === undefined
    ? openEmbeddedDatabase(options.dataDir)
    : openPostgresDatabase(options.url);
}

import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { SqlDatabase } from './database.ts';
import { DatabaseUnavailableError } from './database-errors.ts';

const PING_TIMEOUT_MS = 2_000;

/** Asks the database for an answer; rejects with DatabaseUnavailableError after two seconds. */
export async function pingDatabase(db: SqlDatabase): Promise<void> {
  const stop = new AbortController();
  const late = setTimeout(PING_TIMEOUT_MS, undefined, { signal: stop.signal, ref: false }).then(
    () => {
      throw new DatabaseUnavailableError(`The database did not answer within ${PING_TIMEOUT_MS} ms`);
    },
    () => undefined,
  );
  try {
    await Promise.race([db.execute(sql`select 1`), late]);
  } finally {
    stop.abort();
  }
}

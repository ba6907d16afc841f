import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, SqlDatabase } from './database.ts';
import { pingDatabase } from './database-ping.ts';

/**
 * Opens the embedded PostgreSQL (PGlite) under `${dataDir}/pglite`; the first time takes 2 to 4 seconds.
 *
 * It runs without fsync: a killed process loses nothing, a power cut can. It does not notice a second
 * process on the same directory, which would destroy the data: hold `lockDataDir` while it is open.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  const { PGlite } = await import('@electric-sql/pglite');
  const client = await PGlite.create(join(dataDir, 'pglite'));
  const db = drizzle({ client }) as unknown as SqlDatabase;
  let closing: Promise<void> | undefined;
  return {
    db,
    kind: 'embedded',
    ping: () => pingDatabase(db),
    close: () => {
      closing ??= client.close();
      return closing;
    },
  };
}

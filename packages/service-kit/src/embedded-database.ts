import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
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
  const dir = join(dataDir, 'pglite');
  await mkdir(dataDir, { recursive: true });
  if (!(await isCreated(dir))) await create(dataDir, dir);
  const { PGlite } = await import('@electric-sql/pglite');
  const client = await PGlite.create(dir);
  yieldBeforeQueries(client);
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

/** What every query of PGlite passes, also those of its transactions. */
const RUN = '_runExclusiveQuery';

/**
 * Lets the event loop turn before each query. PGlite runs in this thread and its promises settle without a turn, so that
 * otherwise the queries of parallel requests follow each other while nothing else is served: 8 parallel checks kept
 * the loop busy for 65 ms.
 */
function yieldBeforeQueries(client: Pick<PGlite, typeof RUN>): void {
  const run: PGlite[typeof RUN] = client[RUN].bind(client);
  client[RUN] = (query) =>
    run(async () => {
      await nextTurn();
      return query();
    });
}

/** Resolved as a package path, so that it is the built script even when this file runs from source. */
const CREATE_SCRIPT = createRequire(import.meta.url).resolve('@vivant/service-kit/create-embedded-database');
const run = promisify(execFile);

/**
 * Creates the database in a process of its own: creation takes some 500 MB that this process would never give back. It
 * happens beside its place, so that a creation that is cut off leaves nothing that looks like a database.
 */
async function create(dataDir: string, dir: string): Promise<void> {
  const draft = await mkdtemp(join(dataDir, 'pglite-draft-'));
  try {
    await run(process.execPath, [CREATE_SCRIPT, join(draft, 'pglite')]);
    await rename(join(draft, 'pglite'), dir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function isCreated(dir: string): Promise<boolean> {
  return stat(join(dir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Which migrations to run. */
export interface MigrationSource {
  /** Folder of `.sql` files; they run in the order of their names, for example `001-accounts.sql`. */
  readonly folder: string;
  /** Whose migrations these are, for example `liveness`; names the journal table. */
  readonly name: string;
}

interface Migration {
  readonly file: string;
  readonly text: string;
  readonly checksum: string;
}

/** Key of the advisory lock: any fixed number that nothing else uses; this one is "vivant" in ASCII. */
const MIGRATION_LOCK = 0x766976616e74;

/**
 * Brings the schema up to date in one transaction and records what ran in `<name>_migrations`.
 *
 * Replicas that start together wait for each other. All or nothing is applied, so a migration must not use
 * what PostgreSQL refuses inside a transaction (`create index concurrently`).
 * @throws Error when an applied file was changed, or a new one sorts before an applied one
 */
export async function migrate({ db }: Database, { folder, name }: MigrationSource): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`"${name}" cannot name a journal table`);
  const migrations = await readMigrations(folder);
  const journal = sql.identifier(`${name}_migrations`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await tx.execute(sql`create table if not exists ${journal} (
      file text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await tx.execute<{ file: string; checksum: string }>(
      sql`select file, checksum from ${journal}`,
    );
    for (const migration of pendingOf(migrations, rows)) {
      await tx.execute(script(migration.text));
      await tx.execute(
        sql`insert into ${journal} (file, checksum) values (${migration.file}, ${migration.checksum})`,
      );
    }
  });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { file, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** The migrations to run. Applied ones that this build does not know belong to a newer replica. */
function pendingOf(
  migrations: readonly Migration[],
  applied: readonly { file: string; checksum: string }[],
): Migration[] {
  const checksums = new Map(applied.map(({ file, checksum }) => [file, checksum]));
  const pending = migrations.filter(({ file }) => !checksums.has(file));
  const lastApplied = migrations.findLast(({ file }) => checksums.has(file))?.file ?? '';
  for (const { file, checksum } of migrations) {
    const known = checksums.get(file);
    if (known !== undefined && known !== checksum)
      throw new Error(`Migration ${file} was changed after it ran`);
    if (known === undefined && file < lastApplied)
      throw new Error(`Migration ${file} sorts before ${lastApplied}, which has run`);
  }
  return pending;
}

/**
 * Several statements as one: drizzle sends PGlite prepared statements, which hold one each, while PL/pgSQL's
 * `execute` takes a script.
 */
function script(text: string) {
  const [outer, inner] = ['vivant_do', 'vivant_script'];
  if (text.includes(`$${outer}$`) || text.includes(`$${inner}$`)) throw new Error('Reserved dollar quote');
  return sql.raw(`do $${outer}$ begin execute $${inner}$${text}$${inner}$; end $${outer}$`);
}

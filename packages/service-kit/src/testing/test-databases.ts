import { randomBytes } from 'node:crypto';
import { access, cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { openEmbeddedDatabase } from '../embedded-database.ts';

const DEFAULT_SERVER_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const CONNECT_TIMEOUT_MS = 2_000;

/** A fresh, empty database; pass it to `openDatabase`, on PostgreSQL as often as needed. */
export interface TestDatabase {
  readonly url?: string;
  readonly dataDir: string;
  /** Deletes it; close what was opened first. */
  remove(): Promise<void>;
}

/** One kind of database that a contract suite runs on. */
export interface TestDatabaseAdapter {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** Why it cannot be used here; give it to `describe.skipIf`. */
  readonly unavailable: string | undefined;
  create(): Promise<TestDatabase>;
}

/**
 * The databases that contract suites run on: PGlite, and PostgreSQL at `TEST_DATABASE_URL` or on this machine.
 * @throws Error when PostgreSQL does not answer and `CI` is `true`: nothing may be skipped there
 */
export async function testDatabases(): Promise<TestDatabaseAdapter[]> {
  const serverUrl = process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER_URL;
  const unavailable = await whyUnreachable(serverUrl);
  if (unavailable !== undefined && process.env.CI === 'true') throw new Error(unavailable);
  if (unavailable !== undefined) process.stderr.write(`${unavailable}; its suites are skipped.\n`);
  return [embeddedTestDatabase, postgresTestDatabase(serverUrl, unavailable)];
}

/** PGlite in a new temporary directory; needs no server. */
export const embeddedTestDatabase: TestDatabaseAdapter = {
  name: 'PGlite',
  unavailable: undefined,
  async create() {
    const template = await embeddedTemplate();
    const dataDir = await mkdtemp(join(tmpdir(), 'vivant-test-'));
    await cp(template, dataDir, { recursive: true });
    return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
  },
};

/**
 * An empty PGlite data directory that all test processes copy: creating one takes seconds. It is built aside
 * and moved into place, so whoever is first wins and nobody sees half of it.
 */
async function embeddedTemplate(): Promise<string> {
  const template = join(tmpdir(), `vivant-test-template-pglite-${await pgliteVersion()}`);
  if (await isThere(template)) return template;
  const building = await mkdtemp(`${template}-`);
  const database = await openEmbeddedDatabase(building);
  await database.close();
  await rename(building, template).catch(async (error: unknown) => {
    await rm(building, { recursive: true });
    if (!(await isThere(template))) throw error;
  });
  return template;
}

async function pgliteVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function postgresTestDatabase(serverUrl: string, unavailable: string | undefined): TestDatabaseAdapter {
  return {
    name: 'PostgreSQL',
    unavailable,
    async create() {
      const name = `vivant_test_${randomBytes(6).toString('hex')}`;
      await runOnServer(serverUrl, `create database ${name}`);
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      return {
        url: url.href,
        dataDir: tmpdir(),
        remove: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
      };
    },
  };
}

async function whyUnreachable(serverUrl: string): Promise<string | undefined> {
  try {
    await runOnServer(serverUrl, 'select 1');
    return undefined;
  } catch (error) {
    const { host } = new URL(serverUrl);
    return `PostgreSQL at ${host} does not answer (${(error as NodeJS.ErrnoException).code ?? 'no reason given'})`;
  }
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({
    connectionString: serverUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyKind } from '@vivant/contract/key-kinds';
import type { Scope } from '@vivant/contract/scopes';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { createScriptedEngine, type ScriptedEngine } from '@vivant/engine/testing/scripted-engine';
import { type Database, openDatabase } from '@vivant/service-kit/database';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { createLogger, type Logger } from '@vivant/service-kit/logger';
import { migrate } from '@vivant/service-kit/migrate';
import { createManualClock, type ManualClock } from '@vivant/service-kit/testing/manual-clock';
import { embeddedTestDatabase, type TestDatabase } from '@vivant/service-kit/testing/test-databases';
import { eq } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type LivenessConfig, readLivenessConfig } from '../config.ts';
import { creditEntries } from '../credits/credit-entries-table.ts';
import { grantCredits } from '../credits/ledger.ts';
import { generateKey, hashKey } from '../keys/key-format.ts';
import { findKeyByHash, insertKey } from '../keys/key-store.ts';
import { apiKeys } from '../keys/keys-table.ts';
import { MIGRATIONS } from '../migrations.ts';
import { createFileObjectStore } from '../objects/file-object-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { insertOrganization } from '../organizations/organization-store.ts';
import { type OrganizationStatus, organizations } from '../organizations/organizations-table.ts';
import { buildServer } from '../server.ts';
import { createServices, type Services } from '../services.ts';
import { requireDocumented } from './documented-response.ts';
import { manifest } from './manifests.ts';

/** The models of a test service unless a test brings its own. */
export const TEST_MANIFESTS: readonly ModelManifest[] = [
  manifest({ id: '10', family: 'fast' }),
  manifest({ id: 'mixed-10-v2' }),
  manifest({ id: 'mixed-30-v2', framesRequired: 30, credits: 3 }),
  manifest({
    id: 'mixed-10',
    family: 'mixed',
    status: 'deprecated',
    replacement: 'mixed-10-v2',
    sunset: '2027-06-30',
  }),
  manifest({ id: 'hybrid-v2-10', family: 'hybrid-v2', needs: { landmarks: false, fps: true } }),
];

/** The secrets of every test service, so that several are replicas of one. */
export const TEST_SECRETS = {
  APP_TOKEN: 'app-token-of-the-tests',
  TOKEN_SECRET: 'token-secret-of-the-tests',
  SETTINGS_ENCRYPTION_KEY: 'encryption-key-of-the-tests',
};

/** An organization of one test, with a key of full access. */
export interface TestOrganization {
  readonly id: string;
  readonly apiKey: string;
}

/** What a key of a test may be. */
export interface TestKeyOptions {
  readonly kind?: KeyKind;
  readonly scopes?: Scope[];
  readonly linkedKeyId?: string;
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

/** The service over a scripted engine and a real database, without a port. */
export interface TestService {
  readonly server: HttpServer;
  readonly services: Services;
  readonly engine: ScriptedEngine;
  readonly database: Database;
  readonly clock: ManualClock;
  /** Sends a request; rejects when the answer is not what `openapi.json` says. */
  inject(request: InjectOptions & { url: string }): Promise<LightMyRequestResponse>;
  addOrganization(options?: { credits?: number; status?: OrganizationStatus }): Promise<TestOrganization>;
  addKey(organization: TestOrganization, options: TestKeyOptions): Promise<string>;
  /** The id of a key, by its secret. */
  keyIdOf(secret: string): Promise<string>;
  /** Balance and ledger of an organization. */
  readCredits(organization: TestOrganization): Promise<{ balance: number; amounts: number[] }>;
  close(): Promise<void>;
}

/** What a test decides about its service. */
export interface TestServiceOptions {
  /** An open, migrated database that several services share; a new embedded one by default. */
  readonly database?: Database;
  readonly objects?: ObjectStore;
  readonly videoStopPatienceMs?: number;
  readonly config?: Partial<LivenessConfig>;
  readonly leaseTtlMs?: number;
  /** Silent by default. */
  readonly logger?: Logger;
  readonly webhookTimeoutMs?: number;
  /** Models; {@link TEST_MANIFESTS} by default. */
  readonly manifests?: readonly ModelManifest[];
  /** What calibrations are held against; none applies by default. */
  readonly fingerprints?: ReadonlyMap<string, string>;
}

/** Opens a test database with the schema of the service. */
export async function openMigrated({ url, dataDir }: TestDatabase): Promise<Database> {
  const database = await openDatabase({ url, dataDir });
  await migrate(database, MIGRATIONS);
  return database;
}

/** Starts a service for a test file; close it when the file is done. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const own = options.database ? undefined : await embeddedTestDatabase.create();
  const database = options.database ?? (await openMigrated(own as TestDatabase));
  const dataDir = await mkdtemp(join(tmpdir(), 'vivant-service-'));
  const objects = options.objects ?? createFileObjectStore(join(dataDir, 'objects'));
  const clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  const engine = createScriptedEngine();
  await engine.start();
  const services = await createServices(
    { ...readLivenessConfig({}), dataDir, ...options.config, secrets: TEST_SECRETS },
    {
      logger: options.logger ?? createLogger({ service: 'test', level: 'silent' }),
      clock,
      database,
      judging: {
        engine,
        manifests: options.manifests ?? TEST_MANIFESTS,
        ...(options.fingerprints && { fingerprints: options.fingerprints }),
      },
      objects,
      ...(options.videoStopPatienceMs !== undefined && { videoStopPatienceMs: options.videoStopPatienceMs }),
      ...(options.leaseTtlMs !== undefined && { leaseTtlMs: options.leaseTtlMs }),
      ...(options.webhookTimeoutMs !== undefined && { webhookTimeoutMs: options.webhookTimeoutMs }),
    },
  );
  const server = await buildServer(services);
  return {
    server,
    services,
    engine,
    database,
    clock,
    async inject(request) {
      const response = await server.inject(request);
      requireDocumented(request, response);
      return response;
    },
    addOrganization: (of) => addOrganization(database, clock, of),
    addKey: (organization, of) => addKey(database, clock, organization, of),
    keyIdOf: async (secret) => (await findKeyByHash(database, hashKey(secret)))!.id,
    readCredits: (organization) => readCredits(database, organization),
    async close() {
      await server.close();
      await services.close();
      await rm(dataDir, { recursive: true, force: true });
      if (!own) return;
      await database.close();
      await own.remove();
    },
  };
}

async function addOrganization(
  { db }: Database,
  clock: ManualClock,
  { credits = 100, status = 'active' }: { credits?: number; status?: OrganizationStatus } = {},
): Promise<TestOrganization> {
  const id = randomUUID();
  const apiKey = generateKey('api');
  const at = clock.now();
  await db.transaction(async (transaction) => {
    await insertOrganization(transaction, { id, slug: id, createdAt: at });
    await transaction.update(organizations).set({ status }).where(eq(organizations.id, id));
    if (credits > 0) await grantCredits(transaction, { organizationId: id, credits, at });
    await insertKey(transaction, randomUUID, {
      organizationId: id,
      name: 'test key',
      kind: 'api',
      secret: apiKey,
      createdAt: at,
    });
  });
  return { id, apiKey };
}

async function addKey(
  { db }: Database,
  clock: ManualClock,
  { id: organizationId }: TestOrganization,
  { revokedAt, kind = 'api', ...rest }: TestKeyOptions,
): Promise<string> {
  const secret = generateKey(kind);
  const keyId = await insertKey(db, randomUUID, {
    organizationId,
    name: 'test key',
    kind,
    secret,
    createdAt: clock.now(),
    ...rest,
  });
  if (revokedAt) await db.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, keyId));
  return secret;
}

async function readCredits({ db }: Database, { id }: TestOrganization) {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, id));
  const entries = await db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.organizationId, id))
    .orderBy(creditEntries.id);
  return { balance: organization?.creditBalance ?? 0, amounts: entries.map(({ amount }) => amount) };
}

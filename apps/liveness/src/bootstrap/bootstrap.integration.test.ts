import { randomUUID } from 'node:crypto';
import type { Database } from '@vivant/service-kit/database';
import { createManualClock } from '@vivant/service-kit/testing/manual-clock';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BootstrapConfig } from '../config.ts';
import { hashKey } from '../keys/key-format.ts';
import { apiKeys } from '../keys/keys-table.ts';
import { organizations } from '../organizations/organizations-table.ts';
import { openMigrated } from '../testing/test-service.ts';
import { bootstrap } from './bootstrap.ts';

const PLAN: BootstrapConfig = {
  organization: 'demo',
  credits: 10_000,
  apiKey: undefined,
  botKey: undefined,
  generatesKeys: true,
};

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`the first start on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;

    beforeEach(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
    });

    afterEach(async () => {
      await database.close();
      await testDatabase.remove();
    });

    const start = (plan: Partial<BootstrapConfig> = {}) =>
      bootstrap(
        { database, clock: createManualClock(new Date('2026-11-20T10:00:00Z')), newId: randomUUID },
        { ...PLAN, ...plan },
      );

    const readKeys = () => database.db.select().from(apiKeys).orderBy(asc(apiKeys.kind));

    it('creates the organization with credits, a key, and a bot key that acts for it', async () => {
      const created = await start();
      expect(created).toMatchObject({ organization: 'demo', credits: 10_000 });
      const [apiKey, botKey] = await readKeys();
      expect(apiKey).toMatchObject({
        kind: 'api',
        secretSha256: hashKey(created!.generatedApiKey!),
        scopes: [],
      });
      expect(botKey).toMatchObject({
        kind: 'bot',
        secretSha256: hashKey(created!.generatedBotKey!),
        linkedKeyId: apiKey!.id,
      });
      expect(await database.db.select().from(organizations)).toMatchObject([
        { slug: 'demo', creditBalance: 10_000, status: 'active' },
      ]);
    });

    it('tells nothing and changes nothing at any later start', async () => {
      await start();
      expect(await start({ organization: 'another' })).toBeUndefined();
      expect(await readKeys()).toHaveLength(2);
    });

    it('happens once when replicas start at the same time', async () => {
      const created = await Promise.all([1, 2, 3, 4].map(() => start()));
      expect(created.filter(Boolean)).toHaveLength(1);
      expect(await readKeys()).toHaveLength(2);
      expect(await database.db.select().from(organizations)).toMatchObject([{ creditBalance: 10_000 }]);
    });

    it('takes the keys it is given, does not repeat them, and makes none of its own then', async () => {
      const given = { apiKey: 'sk-fixed-key-of-automation', generatesKeys: false };
      expect(await start(given)).toMatchObject({ generatedApiKey: undefined, generatedBotKey: undefined });
      expect((await readKeys()).map(({ secretSha256 }) => secretSha256)).toEqual([hashKey(given.apiKey)]);
    });
  });
}

import { randomUUID } from 'node:crypto';
import type { Database } from '@vivant/service-kit/database';
import { isUniqueViolation } from '@vivant/service-kit/database-errors';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrganization } from '../organizations/organization-store.ts';
import { openMigrated } from '../testing/test-service.ts';
import { generateKey, hashKey } from './key-format.ts';
import { findKeyByHash, insertKey } from './key-store.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`keys on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let organizationId: string;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      organizationId = randomUUID();
      await insertOrganization(database.db, { id: organizationId, slug: 'keys', createdAt: AT });
    });

    afterAll(async () => {
      await database.close();
      await testDatabase.remove();
    });

    const addKey = (secret: string, more = {}) =>
      insertKey(database.db, randomUUID, {
        organizationId,
        name: 'key',
        kind: 'api',
        secret,
        createdAt: AT,
        ...more,
      });

    it('finds a key by its hash with everything that decides about it', async () => {
      const secret = generateKey('api');
      const scopes = ['detection:write', 'session:read'];
      const id = await addKey(secret, { scopes, expiresAt: AT });
      expect(await findKeyByHash(database, hashKey(secret))).toEqual({
        id,
        kind: 'api',
        linked: null,
        organizationId,
        organizationStatus: 'active',
        secretSha256: hashKey(secret),
        scopes,
        expiresAt: AT,
        revokedAt: null,
      });
    });

    it('finds nothing for a key that does not exist', async () => {
      expect(await findKeyByHash(database, hashKey(generateKey('api')))).toBeUndefined();
    });

    it('keeps no secret: the rows hold its hash and nothing else of it', async () => {
      const secret = generateKey('bot');
      await addKey(secret);
      const { rows } = await database.db.execute(sql`select k::text as text from api_keys k`);
      expect(JSON.stringify(rows)).toContain(hashKey(secret));
      expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 16));
    });

    it('takes a secret once', async () => {
      const secret = generateKey('api');
      await addKey(secret);
      await expect(addKey(secret)).rejects.toSatisfy((error) => isUniqueViolation(error));
    });
  });
}

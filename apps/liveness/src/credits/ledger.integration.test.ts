import { randomUUID } from 'node:crypto';
import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrganization } from '../organizations/organization-store.ts';
import { organizations } from '../organizations/organizations-table.ts';
import { openMigrated } from '../testing/test-service.ts';
import { creditEntries } from './credit-entries-table.ts';
import { grantCredits, requireCredits } from './ledger.ts';

const AT = new Date('2026-11-20T10:00:00Z');

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`the ledger on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
    });

    afterAll(async () => {
      await database.close();
      await testDatabase.remove();
    });

    async function addOrganization(): Promise<string> {
      const id = randomUUID();
      await insertOrganization(database.db, { id, slug: id, createdAt: AT });
      return id;
    }

    const grant = (organizationId: string, credits: number) =>
      database.db.transaction((transaction) =>
        grantCredits(transaction, { organizationId, credits, at: AT }),
      );

    it('writes every movement down with the balance it led to', async () => {
      const organizationId = await addOrganization();
      await grant(organizationId, 10);
      await Promise.all([1, 2, 3, 4].map((credits) => grant(organizationId, credits)));

      const [organization] = await database.db
        .select()
        .from(organizations)
        .where(eq(organizations.id, organizationId));
      const entries = await database.db
        .select()
        .from(creditEntries)
        .where(eq(creditEntries.organizationId, organizationId))
        .orderBy(asc(creditEntries.balanceAfter));
      expect(organization?.creditBalance).toBe(20);
      let balance = 0;
      for (const entry of entries) {
        balance += entry.amount;
        expect(entry.balanceAfter).toBe(balance);
      }
      expect(balance).toBe(20);
    });

    it('lets an organization pass that has exactly what is required', async () => {
      const organizationId = await addOrganization();
      await grant(organizationId, 3);
      await expect(requireCredits(database, organizationId, 3)).resolves.toBeUndefined();
      await expect(requireCredits(database, organizationId, 4)).rejects.toMatchObject({
        code: 'insufficient_credits',
        message: 'This check requires 4 credits; 3 are available.',
      });
    });

    it('refuses a balance below zero in the schema itself', async () => {
      const organizationId = await addOrganization();
      const overdraw = database.db
        .update(organizations)
        .set({ creditBalance: -1 })
        .where(eq(organizations.id, organizationId));
      await expect(overdraw).rejects.toMatchObject({ cause: { code: '23514' } });
    });
  });
}

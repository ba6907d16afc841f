import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checks } from '../checks/checks-table.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import {
  openMigrated,
  openTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import {
  type Attempt,
  beginAttempt,
  completeSubmission,
  failSubmission,
  insertSubmission,
} from './submission-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`a decided video on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let service: TestService;
    let organization: TestOrganization;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      service = await openTestService({ database, config: { videoRetentionDays: 30 } });
    }, 60_000);
    afterAll(async () => {
      await service.close();
      await database.close();
      await testDatabase.remove();
    });
    beforeEach(async () => {
      organization = await service.addOrganization();
    });

    async function submit(): Promise<string> {
      const id = service.services.newId();
      await insertSubmission(database.db, {
        id,
        organizationId: organization.id,
        keyId: await service.keyIdOf(organization.apiKey),
        model: 'mixed-10-v2',
        videoUrl: 'https://videos.test/1',
        metadata: { case: 7 },
        createdAt: service.clock.now(),
      });
      return id;
    }

    async function begin(id: string) {
      return (await beginAttempt(database, id))!;
    }

    /** Stores a verdict that is like the one of another check. */
    async function complete(attempt: Attempt): Promise<string> {
      const response = await service.inject(fastCheckRequest(organization.apiKey));
      expect(response.statusCode).toBe(200);
      const [like] = await database.db
        .select()
        .from(checks)
        .where(eq(checks.organizationId, organization.id))
        .limit(1);
      const id = service.services.newId();
      const check = { ...like!, id, sessionId: attempt.id, createdAt: service.clock.now() };
      await completeSubmission(database, attempt, {
        check: { ...check, metadata: { case: 7 } },
        credits: 1,
      });
      return id;
    }

    async function statusOf(id: string): Promise<number> {
      const { apiKey: key, id: tenant } = organization;
      const url = `/api/v1/${tenant}/video/detect/${id}`;
      return (await service.inject({ url, headers: { 'x-api-key': key } })).statusCode;
    }

    it('goes when it is old enough, without what was charged for', async () => {
      const [judged, failed, open] = [await submit(), await submit(), await submit()];
      const checkId = await complete(await begin(judged));
      await failSubmission(database, await begin(failed), { error: 'No face.', at: service.clock.now() });
      await begin(open);
      const credits = await service.readCredits(organization);

      service.clock.advance(30 * DAY_MS);
      await service.services.sweeper.sweep();
      expect([await statusOf(judged), await statusOf(failed)]).toEqual([200, 200]);
      const metadata = async () =>
        (await database.db.select().from(checks).where(eq(checks.id, checkId))).map(
          (check) => check.metadata,
        );
      expect(await metadata()).toEqual([{ case: 7 }]);

      service.clock.advance(1);
      await service.services.sweeper.sweep();
      expect([await statusOf(judged), await statusOf(failed), await statusOf(open)]).toEqual([404, 404, 200]);
      expect(await metadata()).toEqual([null]);
      expect(await service.readCredits(organization)).toEqual(credits);
    });

    it('stays for good when nothing else is set', async () => {
      const id = await submit();
      await complete(await begin(id));
      service.clock.advance(31 * DAY_MS);
      const keeping = await openTestService({ database });
      keeping.clock.advance(4000 * DAY_MS);
      await keeping.services.sweeper.sweep();
      await keeping.close();
      expect(await statusOf(id)).toBe(200);
      await service.services.sweeper.sweep();
      expect(await statusOf(id)).toBe(404);
    });
  });
}

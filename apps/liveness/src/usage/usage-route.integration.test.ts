import { randomUUID } from 'node:crypto';
import type { Usage } from '@vivant/contract/usage';
import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastCheckRequest, testFrames } from '../testing/fast-check-request.ts';
import {
  openMigrated,
  openTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import { usageEntries } from './usage-table.ts';

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`usage on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let service: TestService;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      service = await openTestService({ database });
    });

    afterAll(async () => {
      await service.close();
      await database.close();
      await testDatabase.remove();
    });

    async function read({ apiKey }: TestOrganization, query: Record<string, string> = {}): Promise<Usage> {
      const url = `/api/v1/usage?${new URLSearchParams(query).toString()}`;
      const response = await service.inject({ url, headers: { 'x-api-key': apiKey } });
      expect(response.statusCode).toBe(200);
      return response.json().data;
    }

    const check = ({ apiKey }: TestOrganization, body = {}) => service.inject(fastCheckRequest(apiKey, body));
    const thirty = { model: 'mixed-30-v2', frames: testFrames(30) };

    it('has a row for each charge, and totals by day', async () => {
      const organization = await service.addOrganization();
      await check(organization);
      await check(organization, thirty);
      service.clock.advance(24 * 3_600_000);
      await check(organization);

      const { rows, daily, next_cursor } = await read(organization);
      expect(rows.map(({ credits }) => credits).toSorted((a, b) => a - b)).toEqual([1, 1, 3]);
      expect(rows[0]).toMatchObject({ model: '10', endpoint: 'fast-check', verdict: 'live', credits: 1 });
      expect(next_cursor).toBeNull();
      expect(daily.map(({ checks, credits, live, fake }) => ({ checks, credits, live, fake }))).toEqual([
        { checks: 2, credits: 4, live: 2, fake: 0 },
        { checks: 1, credits: 1, live: 1, fake: 0 },
      ]);
      expect(daily.reduce((total, { credits }) => total + credits, 0)).toBe(
        100 - (await service.readCredits(organization)).balance,
      );
    });

    it('has none for a cached, a refused and an unpaid check', async () => {
      const organization = await service.addOrganization({ credits: 1 });
      const session_id = randomUUID();
      await check(organization, { session_id });
      expect((await check(organization, { session_id })).headers['x-service-cached']).toBe('true');
      expect((await check(organization, { frames: [] })).statusCode).toBe(400);
      expect((await check(organization)).statusCode).toBe(402);
      expect((await read(organization)).rows).toHaveLength(1);
    });

    it('filters by time, endpoint, model and key', async () => {
      const organization = await service.addOrganization();
      const other = { ...organization, apiKey: await service.addKey(organization, {}) };
      await check(organization);
      await check(other, thirty);
      const [newest] = (await read(organization, { model: 'mixed-30-v2' })).rows;
      const count = async (query: Record<string, string>) => {
        const { rows, daily } = await read(organization, query);
        expect(daily.reduce((total, { checks }) => total + checks, 0)).toBe(rows.length);
        return rows.length;
      };
      expect(await count({ key: newest!.key_id })).toBe(1);
      expect(await count({ key: randomUUID() })).toBe(0);
      expect(await count({ endpoint: 'fast-check' })).toBe(2);
      expect(await count({ endpoint: 'live-check' })).toBe(0);
      expect(await count({ model: '10' })).toBe(1);
      expect(await count({ from: '2026-01-01', to: '2026-01-31' })).toBe(0);
    });

    it('pages through every row once, also rows of one moment', async () => {
      const organization = await service.addOrganization();
      await Promise.all(Array.from({ length: 7 }, () => check(organization)));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Usage = await read(organization, { limit: '3', ...(cursor && { cursor }) });
        seen.push(...page.rows.map(({ check_id }) => check_id));
        expect(page.daily).toMatchObject([{ checks: 7 }]);
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen).toHaveLength(7);
      expect(new Set(seen).size).toBe(7);
    });

    it('shows nothing of another organization, even when its key is asked for', async () => {
      const stranger = await service.addOrganization();
      await check(stranger);
      const [theirs] = (await read(stranger)).rows;
      const organization = await service.addOrganization();
      const { rows, daily } = await read(organization, { key: theirs!.key_id });
      expect({ rows, daily }).toEqual({ rows: [], daily: [] });
    });

    it.each([
      'from=yesterday',
      'limit=0',
      'limit=1001',
      'key=x',
      'endpoint=x',
      'cursor=x',
      'from=2027-01-01',
    ])('refuses %s', async (query) => {
      const { apiKey } = await service.addOrganization();
      const url = `/api/v1/usage?${query}`;
      const response = await service.inject({ url, headers: { 'x-api-key': apiKey } });
      expect(response.json().errors[0]).toHaveProperty('validation_error');
    });

    it('is written with the charge or not at all', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      await database.db.execute(
        sql`alter table usage_entries add constraint closed check (model <> '10') not valid`,
      );
      const failed = await check(organization);
      await database.db.execute(sql`alter table usage_entries drop constraint closed`);
      expect(failed.statusCode).toBe(500);
      expect(await service.readCredits(organization)).toEqual({ balance: 10, amounts: [10] });
      const rows = database.db
        .select()
        .from(usageEntries)
        .where(eq(usageEntries.organizationId, organization.id));
      expect(await rows).toEqual([]);
    });

    it('shows balance, plan and status', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      await check(organization);
      const url = '/api/v1/credits';
      const response = await service.inject({ url, headers: { 'x-api-key': organization.apiKey } });
      expect(response.json().data).toEqual({
        balance: 9,
        plan: 'standard',
        status: 'active',
      });
      const suspended = await service.addOrganization({ credits: 0, status: 'suspended' });
      const theirs = await service.inject({ url, headers: { 'x-api-key': suspended.apiKey } });
      expect(theirs.json().data).toMatchObject({ balance: 0, status: 'suspended' });
    });

    it('counts the checks that are being judged, of the own organization only', async () => {
      const organization = await service.addOrganization();
      const stranger = await service.addOrganization();
      const stats = async ({ apiKey }: TestOrganization) =>
        (await service.inject({ url: '/api/v1/queue/stats', headers: { 'x-api-key': apiKey } })).json().data;
      const begun = service.engine.begun(service.engine.inferences.length + 1);
      const release = service.engine.hold();
      const running = check(organization);
      await begun;
      expect(await stats(organization)).toEqual({
        checks: { processing: 1 },
        videos: { pending: 0, processing: 0 },
      });
      expect((await stats(stranger)).checks.processing).toBe(0);
      release();
      await running;
      expect((await stats(organization)).checks.processing).toBe(0);
    });
  });
}

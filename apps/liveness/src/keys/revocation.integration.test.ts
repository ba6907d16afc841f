import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMigrated, openTestService, type TestService } from '../testing/test-service.ts';
import { openSession } from '../testing/verification-session.ts';

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`two services on one ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let databases: Database[];
    let service: TestService;
    let replica: TestService;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      const database = await openMigrated(testDatabase);
      // PGlite has one connection; PostgreSQL gives each replica a pool of its own.
      databases = [database, ...(testDatabase.url ? [await openMigrated(testDatabase)] : [])];
      service = await openTestService({ database });
      replica = await openTestService({ database: databases.at(-1)! });
    });

    afterAll(async () => {
      await service.close();
      await replica.close();
      for (const database of databases) await database.close();
      await testDatabase.remove();
    });

    const statusOn = async (on: TestService, key: string, url = '/api/v1/keys') =>
      (await on.inject({ url, headers: { 'x-api-key': key } })).statusCode;

    it('both refuse a revoked key and its tokens with the very next request', async () => {
      const organization = await service.addOrganization();
      const headers = { 'x-api-key': organization.apiKey };
      const payload = { name: 'short-lived' };
      const created = await service.inject({ method: 'POST', url: '/api/v1/keys', headers, payload });
      const { id, key } = created.json().data;
      const { session_id, token } = await openSession(service, { apiKey: key });
      const session = `/api/v1/sessions/${session_id}`;
      for (const on of [service, replica]) {
        expect(await statusOn(on, key)).toBe(200);
        expect(await statusOn(on, token, session)).toBe(200);
      }

      await service.inject({ method: 'DELETE', url: `/api/v1/keys/${id}`, headers });
      for (const on of [service, replica]) {
        expect(await statusOn(on, key)).toBe(401);
        expect(await statusOn(on, token, session)).toBe(401);
      }
    });

    it('agree on a key that both change, rotate and revoke at once', async () => {
      const organization = await service.addOrganization();
      const headers = { 'x-api-key': organization.apiKey };
      const url = '/api/v1/keys';
      const { id } = (await service.inject({ method: 'POST', url, headers, payload: { name: 'x' } })).json()
        .data;
      const bot = { name: 'bot', kind: 'bot', linked_key_id: id };
      const answers = await Promise.all([
        service.inject({ method: 'POST', url, headers, payload: { rotates: id } }),
        replica.inject({ method: 'POST', url, headers, payload: { rotates: id } }),
        replica.inject({ method: 'POST', url, headers, payload: bot }),
        service.inject({ method: 'PATCH', url: `${url}/${id}`, headers, payload: { name: 'y' } }),
        replica.inject({ method: 'DELETE', url: `${url}/${id}`, headers }),
      ]);
      expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
      expect(answers.at(-1)!.json().data.status).toBe('revoked');
      const [listed, again] = await Promise.all(
        [service, replica].map(async (on) => (await on.inject({ url, headers })).json().data),
      );
      expect(listed).toEqual(again);
    });
  });
}

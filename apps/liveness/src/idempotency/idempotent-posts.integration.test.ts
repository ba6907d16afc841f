import { randomUUID } from 'node:crypto';
import { judged } from '@vivant/engine/testing/scripted-engine';
import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fastCheckRequest, testFrames } from '../testing/fast-check-request.ts';
import {
  openMigrated,
  openTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import { openSession } from '../testing/verification-session.ts';
import { idempotentRequests } from './idempotent-requests-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`Idempotency-Key on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let databases: [Database, Database];
    let service: TestService;
    let replica: TestService;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      const database = await openMigrated(testDatabase);
      // The embedded database has one connection, so its "replicas" share it.
      databases = [database, adapter.name === 'PGlite' ? database : await openMigrated(testDatabase)];
      service = await openTestService({ database: databases[0] });
      replica = await openTestService({ database: databases[1] });
    });

    afterAll(async () => {
      await Promise.all([service.close(), replica.close()]);
      await Promise.all([...new Set(databases)].map((database) => database.close()));
      await testDatabase.remove();
    });

    beforeEach(() => {
      for (const { engine } of [service, replica]) {
        engine.hold()();
        engine.script((request) => judged(request));
      }
    });

    const withKey = (
      { apiKey }: TestOrganization,
      key: string,
      body: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ) => fastCheckRequest(apiKey, body, { 'idempotency-key': key, ...headers });

    const advance = (ms: number) => {
      for (const { clock } of [service, replica]) clock.advance(ms);
    };

    const codeOf = (answer: { json(): any }) => Object.keys(answer.json().errors[0])[0];

    const rowsOf = ({ id }: TestOrganization) =>
      databases[0].db.select().from(idempotentRequests).where(eq(idempotentRequests.organizationId, id));

    it('answers a repetition from the store, on every replica', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      const request = withKey(organization, 'one', { model: 'mixed-10' });
      const first = await service.inject(request);
      const inferences = service.engine.inferences.length + replica.engine.inferences.length;
      for (const each of [service, replica]) {
        const again = await each.inject(request);
        expect(again.statusCode).toBe(200);
        expect(again.body).toBe(first.body);
        expect(again.headers).toMatchObject({
          'idempotency-replayed': 'true',
          'content-type': first.headers['content-type'],
          'x-service-model-resolved': 'mixed-10',
          deprecation: first.headers['deprecation'],
          sunset: first.headers['sunset'],
        });
        // The stored answer, not the session's verdict.
        expect(again.headers).not.toHaveProperty('x-service-cached');
        expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
        expect(again.headers['ratelimit']).toBeDefined();
      }
      expect(first.headers).not.toHaveProperty('idempotency-replayed');
      expect(service.engine.inferences.length + replica.engine.inferences.length).toBe(inferences);
      expect((await service.readCredits(organization)).amounts).toEqual([10, -1]);
    });

    it('refuses the key for another body', async () => {
      const organization = await service.addOrganization();
      await service.inject(withKey(organization, 'one'));
      const other = await replica.inject(withKey(organization, 'one'));
      expect(other.statusCode).toBe(422);
      expect(codeOf(other)).toBe('idempotency_mismatch');
    });

    it('refuses a repetition while the first is in flight, and answers it afterwards', async () => {
      const organization = await service.addOrganization();
      const request = withKey(organization, 'one');
      const begun = service.engine.begun(service.engine.inferences.length + 1);
      const release = service.engine.hold();
      const first = service.inject(request);
      await begun;
      for (const each of [service, replica]) {
        const early = await each.inject(request);
        expect(early.statusCode).toBe(409);
        expect(codeOf(early)).toBe('idempotency_conflict');
        expect(early.headers).toHaveProperty('retry-after');
      }
      const otherBody = await replica.inject(withKey(organization, 'one'));
      expect(otherBody.statusCode).toBe(422);
      release();
      const { body } = await first;
      const late = await replica.inject(request);
      expect(late.headers['idempotency-replayed']).toBe('true');
      expect(late.body).toBe(body);
    });

    it('carries out one of many that come at once', async () => {
      const organization = await service.addOrganization();
      const request = withKey(organization, 'one');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? service : replica).inject(request)),
      );
      const fresh = answers.filter(
        ({ statusCode, headers }) => statusCode === 200 && !headers['idempotency-replayed'],
      );
      expect(fresh).toHaveLength(1);
      expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    });

    it('keeps organizations apart, and keys of one organization together', async () => {
      const [mine, yours] = [await service.addOrganization(), await service.addOrganization()];
      const request = withKey(mine, 'one');
      await service.inject(request);
      const foreign = await service.inject({
        ...request,
        headers: { ...request.headers, 'x-api-key': yours.apiKey },
      });
      expect(foreign.statusCode).toBe(200);
      expect(foreign.headers).not.toHaveProperty('idempotency-replayed');
      const colleague = await service.addKey(mine, {});
      const shared = await service.inject({
        ...request,
        headers: { ...request.headers, 'x-api-key': colleague },
      });
      expect(shared.headers['idempotency-replayed']).toBe('true');
    });

    it('repeats refusals too, but nothing that failed', async () => {
      const organization = await service.addOrganization({ credits: 0 });
      const request = withKey(organization, 'poor');
      expect((await service.inject(request)).statusCode).toBe(402);
      const again = await service.inject(request);
      expect(again.statusCode).toBe(402);
      expect(again.headers['idempotency-replayed']).toBe('true');

      const rich = await service.addOrganization();
      const failing = withKey(rich, 'failing');
      service.engine.script(() => {
        throw new Error('broken');
      });
      expect((await service.inject(failing)).statusCode).toBe(500);
      expect(await rowsOf(rich)).toEqual([]);
      service.engine.script((each) => judged(each));
      const mended = await service.inject(failing);
      expect(mended.statusCode).toBe(200);
      expect(mended.headers).not.toHaveProperty('idempotency-replayed');
    });

    it('keeps no refusal of the caller, and shows a token nothing of other sessions', async () => {
      const organization = await service.addOrganization();
      const { token } = await openSession(service, organization);
      const request = withKey(organization, 'one');
      const byToken = { ...request, headers: { ...request.headers, 'x-api-key': token } };
      expect((await service.inject(byToken)).statusCode).toBe(401);
      expect(await rowsOf(organization)).toEqual([]);
      const served = await service.inject(request);
      expect(served.statusCode).toBe(200);
      expect(served.headers).not.toHaveProperty('idempotency-replayed');
      expect((await replica.inject(byToken)).statusCode).toBe(401);

      const reader = await service.addKey(organization, { scopes: ['keys:write'] });
      const payload = { name: 'more than I may', scopes: ['webhooks:write'] };
      const create = { method: 'POST' as const, url: '/api/v1/keys', payload };
      const before = await rowsOf(organization);
      const headers = { 'x-api-key': reader, 'idempotency-key': 'key' };
      expect((await service.inject({ ...create, headers })).statusCode).toBe(403);
      expect(await rowsOf(organization)).toEqual(before);
    });

    it('repeats the refusal of a body that does not fit', async () => {
      const organization = await service.addOrganization();
      const request = withKey(organization, 'one', { frames: 'none' });
      expect((await service.inject(request)).statusCode).toBe(400);
      expect((await service.inject(request)).headers['idempotency-replayed']).toBe('true');
      expect((await service.inject(withKey(organization, 'one'))).statusCode).toBe(422);
    });

    it('forgets after 24 hours', async () => {
      const organization = await service.addOrganization();
      const request = withKey(organization, 'one');
      await service.inject(request);
      advance(DAY_MS - 1);
      expect((await service.inject(request)).headers['idempotency-replayed']).toBe('true');
      await service.services.idempotency.sweep();
      expect(await rowsOf(organization)).toHaveLength(1);
      advance(2);
      expect((await service.inject(request)).headers).not.toHaveProperty('idempotency-replayed');

      advance(DAY_MS + 1);
      await service.services.idempotency.sweep();
      expect(await rowsOf(organization)).toEqual([]);
    });

    it('takes over the request of a process that was killed, but not before its lease expired', async () => {
      const organization = await service.addOrganization();
      const request = withKey(organization, 'one');
      const begun = service.engine.begun(service.engine.inferences.length + 1);
      const release = service.engine.hold();
      const lost = service.inject(request);
      await begun;
      expect((await replica.inject(withKey(organization, 'one', request.payload))).statusCode).toBe(409);
      // What the database looks like 15 seconds after a kill.
      await databases[0].db.execute(
        sql`update idempotent_requests set lease_expires_at = now() - interval '1 second'
            where organization_id = ${organization.id}`,
      );
      await databases[0].db.execute(
        sql`delete from session_leases where organization_id = ${organization.id}`,
      );
      expect((await replica.inject(withKey(organization, 'one'))).statusCode).toBe(422);
      const taken = await replica.inject(request);
      expect(taken.statusCode).toBe(200);
      expect(taken.headers).not.toHaveProperty('idempotency-replayed');

      release();
      const late = await lost;
      expect(late.json().data).toEqual(taken.json().data);
      const again = await service.inject(request);
      expect(again.body).toBe(taken.body);
      expect((await service.readCredits(organization)).amounts).toEqual([100, -1]);
    });

    it('keeps no answer in clear', async () => {
      const organization = await service.addOrganization();
      await service.inject(
        withKey(organization, 'a key of the caller', { metadata: { interview: 'secret-7' } }),
      );
      const stored = JSON.stringify(await rowsOf(organization));
      for (const text of ['secret-7', 'verdict', 'a key of the caller']) expect(stored).not.toContain(text);
    });

    it('does not carry out again what it cannot read any more', async () => {
      const organization = await service.addOrganization();
      const request = withKey(organization, 'one');
      await service.inject(request);
      await databases[0].db
        .update(idempotentRequests)
        .set({ sealedAnswer: 'v1.AAAA' })
        .where(eq(idempotentRequests.organizationId, organization.id));
      const before = service.engine.inferences.length;
      expect((await service.inject(request)).statusCode).toBe(409);
      expect(service.engine.inferences).toHaveLength(before);
    });

    it.each(['', ' '.repeat(256), 'ü'])('refuses the key "%s"', async (key) => {
      const organization = await service.addOrganization();
      const response = await service.inject(withKey(organization, key));
      expect(response.statusCode).toBe(400);
      expect(codeOf(response)).toBe('validation_error');
    });

    it('tells large bodies apart that differ in one letter at the end', async () => {
      const organization = await service.addOrganization();
      const frames = testFrames(10);
      // Over the size from which bodies are parsed in a thread.
      const padding = 'x'.repeat(5_000_000);
      const body = { session_id: randomUUID(), frames, padding: `${padding}a` };
      const request = withKey(organization, 'large', body);
      const first = await service.inject(request);
      expect(first.statusCode).toBe(200);
      const again = await service.inject(request);
      expect(again.headers['idempotency-replayed']).toBe('true');
      const other = await service.inject(withKey(organization, 'large', { ...body, padding: `${padding}b` }));
      expect(other.statusCode).toBe(422);
    });
  });
}

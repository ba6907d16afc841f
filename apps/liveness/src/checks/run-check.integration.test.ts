import { randomUUID } from 'node:crypto';
import { judged } from '@vivant/engine/testing/scripted-engine';
import type { Database } from '@vivant/service-kit/database';
import { isUniqueViolation } from '@vivant/service-kit/database-errors';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { creditEntries } from '../credits/credit-entries-table.ts';
import { grantCredits } from '../credits/ledger.ts';
import { sessionLeases } from '../sessions/leases-table.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import {
  openMigrated,
  openTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import { checks } from './checks-table.ts';

/** Short enough that a test sees a lease expire, long enough that a busy machine keeps it alive. */
const LEASE_TTL_MS = 1_500;

const statusesOf = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`checks on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let databases: [Database, Database];
    /** Two processes as far as sessions go: they share the database and nothing else. */
    let service: TestService;
    let replica: TestService;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      const database = await openMigrated(testDatabase);
      // The embedded database has one connection, so its "replicas" share it.
      databases = [database, adapter.name === 'PGlite' ? database : await openMigrated(testDatabase)];
      service = await openTestService({ database: databases[0], leaseTtlMs: LEASE_TTL_MS });
      replica = await openTestService({ database: databases[1], leaseTtlMs: LEASE_TTL_MS });
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

    const sessionOf = (organization: TestOrganization, sessionId: string) =>
      and(eq(sessionLeases.organizationId, organization.id), eq(sessionLeases.sessionId, sessionId));

    const storedChecks = ({ id }: TestOrganization) =>
      databases[0].db.select().from(checks).where(eq(checks.organizationId, id));

    const readLease = async (organization: TestOrganization, sessionId: string) => {
      const [lease] = await databases[0].db
        .select()
        .from(sessionLeases)
        .where(sessionOf(organization, sessionId));
      return lease;
    };

    /** What a process leaves behind that took a session and is not heard of since. */
    const leaveLease = (organization: TestOrganization, sessionId: string, expiresInMs: number) =>
      databases[0].db.insert(sessionLeases).values({
        organizationId: organization.id,
        sessionId,
        owner: randomUUID(),
        expiresAt: sql`now() + ${expiresInMs} * interval '1 millisecond'`,
      });

    it('judges a session once for 50 parallel requests, and charges once', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      const request = fastCheckRequest(organization.apiKey);
      const before = service.engine.inferences.length;

      const answers = await Promise.all(Array.from({ length: 50 }, () => service.inject(request)));

      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
      expect(new Set(answers.map(({ body }) => JSON.stringify(JSON.parse(body).data))).size).toBe(1);
      expect(answers.filter(({ headers }) => headers['x-service-cached'] === 'true')).toHaveLength(49);
      expect(service.engine.inferences).toHaveLength(before + 1);
      expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
      expect(await storedChecks(organization)).toHaveLength(1);
    });

    it('judges a session once for 50 requests spread over two processes', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      const request = fastCheckRequest(organization.apiKey);
      const before = service.engine.inferences.length + replica.engine.inferences.length;

      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => (at % 2 ? service : replica).inject(request)),
      );

      expect(new Set(answers.map(({ body }) => JSON.stringify(JSON.parse(body).data))).size).toBe(1);
      expect(service.engine.inferences.length + replica.engine.inferences.length).toBe(before + 1);
      expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
    });

    it('keeps the session of a living process, however long its check takes', async () => {
      const organization = await service.addOrganization();
      const sessionId = randomUUID();
      const request = fastCheckRequest(organization.apiKey, { session_id: sessionId });
      const before = replica.engine.inferences.length;
      const begun = service.engine.begun(service.engine.inferences.length + 1);
      const release = service.engine.hold();
      const first = service.inject(request);
      await begun;
      const taken = await readLease(organization, sessionId);
      const second = replica.inject(request);

      await vi.waitUntil(
        async () => {
          const lease = await readLease(organization, sessionId);
          return lease!.expiresAt.getTime() > taken!.expiresAt.getTime() + LEASE_TTL_MS;
        },
        { timeout: 30_000, interval: 50 },
      );
      expect(replica.engine.inferences).toHaveLength(before);
      release();

      expect((await first).headers).not.toHaveProperty('x-service-cached');
      expect((await second).headers['x-service-cached']).toBe('true');
      expect(replica.engine.inferences).toHaveLength(before);
    });

    it('takes over the session of a crashed process, but not before its lease expired', async () => {
      const organization = await service.addOrganization();
      const sessionId = randomUUID();
      const startedMs = performance.now();
      await leaveLease(organization, sessionId, 700);

      const response = await service.inject(fastCheckRequest(organization.apiKey, { session_id: sessionId }));

      expect(response.statusCode).toBe(200);
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(700);
      expect(await readLease(organization, sessionId)).toBeUndefined();
    });

    it('stores no verdict of a process that lost its session meanwhile', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      const sessionId = randomUUID();
      const request = fastCheckRequest(organization.apiKey, { session_id: sessionId });
      const before = service.engine.inferences.length;
      const begun = service.engine.begun(before + 1);
      const release = service.engine.hold();
      const late = service.inject(request);
      await begun;
      await databases[0].db.delete(sessionLeases).where(sessionOf(organization, sessionId));
      const winner = await replica.inject(request);
      release();

      expect((await late).json().data).toEqual(winner.json().data);
      expect((await late).headers['x-service-cached']).toBe('true');
      expect(await storedChecks(organization)).toHaveLength(1);
      expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
    });

    it('gives the next waiter its turn when a check is refused', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      const request = fastCheckRequest(organization.apiKey);
      let turn = 0;
      service.engine.script((engineRequest) => {
        turn += 1;
        return turn === 1 ? { kind: 'undecodable', frameIndex: 0, cause: 'corrupt' } : judged(engineRequest);
      });

      const answers = await Promise.all([1, 2, 3].map(() => service.inject(request)));

      expect(statusesOf(answers)).toEqual([200, 200, 400]);
      expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
    });

    it('answers one of two models that race for a session, and refuses the other', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      const session_id = randomUUID();
      const models = ['10', 'mixed-10-v2'];
      const answers = await Promise.all(
        models.map((model, at) =>
          (at ? service : replica).inject(fastCheckRequest(organization.apiKey, { session_id, model })),
        ),
      );
      expect(statusesOf(answers)).toEqual([200, 409]);
      expect((await service.readCredits(organization)).balance).toBe(9);
    });

    it('stores no verdict that cannot be paid for', async () => {
      const organization = await service.addOrganization({ credits: 1 });
      const requests = [1, 2].map(() => fastCheckRequest(organization.apiKey));
      const begun = service.engine.begun(service.engine.inferences.length + 2);
      const release = service.engine.hold();
      const racing = requests.map((request) => service.inject(request));
      await begun;
      release();

      const answers = await Promise.all(racing);
      expect(statusesOf(answers)).toEqual([200, 402]);
      expect(await storedChecks(organization)).toHaveLength(1);
      expect(await service.readCredits(organization)).toEqual({ balance: 0, amounts: [1, -1] });

      const unpaid = requests[answers.findIndex(({ statusCode }) => statusCode === 402)]!;
      await databases[0].db.transaction((transaction) =>
        grantCredits(transaction, { organizationId: organization.id, credits: 1, at: service.clock.now() }),
      );
      const paid = await service.inject(unpaid);
      expect(paid.statusCode).toBe(200);
      expect(paid.headers).not.toHaveProperty('x-service-cached');
    });

    it('never spends more than the balance, whoever spends it', async () => {
      const organization = await service.addOrganization({ credits: 7 });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 ? service : replica).inject(fastCheckRequest(organization.apiKey)),
        ),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
      expect(answers.filter(({ statusCode }) => statusCode === 402)).toHaveLength(13);
      expect(await service.readCredits(organization)).toEqual({
        balance: 0,
        amounts: [7, ...Array(7).fill(-1)],
      });
    });

    it('keeps metadata and warnings as they came, whatever JSON can say', async () => {
      const { apiKey } = await service.addOrganization();
      const metadata = {
        nul: '\u0000',
        lone: '\ud800',
        quote: `'";--`,
        deep: [[{ a: null }]],
        big: 1e300,
        '': '',
      };
      const request = fastCheckRequest(apiKey, { metadata, warnings: [{ nul: '\u0000' }, '\u0000'] });
      await service.inject(request);
      const { data } = (await replica.inject(request)).json();
      expect(data).toMatchObject({ tenant_metadata: metadata, warnings: [{ nul: '\u0000' }, '\u0000'] });
    });

    it('cannot charge a check twice, even by mistake', async () => {
      const organization = await service.addOrganization();
      await service.inject(fastCheckRequest(organization.apiKey));
      const [check] = await storedChecks(organization);
      const again = databases[0].db.insert(creditEntries).values({
        organizationId: organization.id,
        checkId: check!.id,
        amount: -1,
        balanceAfter: 0,
        reason: 'check',
        createdAt: service.clock.now(),
      });
      await expect(again).rejects.toSatisfy((error) => isUniqueViolation(error));
    });

    it('stores verdict and charge together or not at all', async () => {
      const organization = await service.addOrganization({ credits: 10 });
      const request = fastCheckRequest(organization.apiKey);
      const { db } = databases[0];
      await db.execute(
        sql`alter table credit_entries add constraint closed check (reason <> 'check') not valid`,
      );
      const failed = await service.inject(request);
      await db.execute(sql`alter table credit_entries drop constraint closed`);

      expect(failed.statusCode).toBe(500);
      expect(await storedChecks(organization)).toEqual([]);
      expect(await service.readCredits(organization)).toEqual({ balance: 10, amounts: [10] });
      expect((await service.inject(request)).headers).not.toHaveProperty('x-service-cached');
    });

    it('answers 503 while the database is away', async () => {
      const { apiKey } = await service.addOrganization();
      const elsewhere = await adapter.create();
      const database = await openMigrated(elsewhere);
      const away = await openTestService({ database });
      await database.close();

      const response = await away.inject(fastCheckRequest(apiKey));
      expect(response.statusCode).toBe(503);
      expect(response.json().errors[0]).toHaveProperty('service_unavailable');
      expect((await away.inject({ url: '/readyz' })).statusCode).toBe(503);
      expect((await away.inject({ url: '/livez' })).statusCode).toBe(200);
      const health = await away.inject({ url: '/health' });
      expect(health.statusCode).toBe(200);
      expect(health.json().data).toMatchObject({ status: 'degraded', dependencies: { redis: 'ok' } });
      await away.close();
      await elsewhere.remove();
    });
  });
}

import { randomUUID } from 'node:crypto';
import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import {
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@vivant/service-kit/testing/webhook-receiver';
import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requireDocumentedEvent } from '../testing/documented-response.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import {
  openMigrated,
  openTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { enqueueEvent } from './enqueue-event.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './webhooks-tables.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`webhooks on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let databases: [Database, Database];
    let service: TestService;
    let replica: TestService;
    let receiver: WebhookReceiver;
    let organization: TestOrganization;

    const open = (database: Database) =>
      openTestService({ database, config: { webhookAllowPrivate: true }, webhookTimeoutMs: 1_500 });

    beforeAll(async () => {
      testDatabase = await adapter.create();
      const database = await openMigrated(testDatabase);
      // The embedded database has one connection, so its "replicas" share it.
      databases = [database, adapter.name === 'PGlite' ? database : await openMigrated(testDatabase)];
      service = await open(databases[0]);
      replica = await open(databases[1]);
    });

    afterAll(async () => {
      await Promise.all([service.close(), replica.close()]);
      await Promise.all([...new Set(databases)].map((database) => database.close()));
      await testDatabase.remove();
    });

    beforeEach(async () => {
      receiver = await startWebhookReceiver(requireDocumentedEvent);
      organization = await service.addOrganization();
    });

    afterEach(async () => {
      await receiver.close();
      // What a test leaves undelivered is no other's business.
      await databases[0].db.delete(webhooks);
    });

    const advance = (ms: number) => {
      for (const { clock } of [service, replica]) clock.advance(ms);
    };

    const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
      service.inject({
        method,
        url: `/api/v1/webhooks${path}`,
        headers: { 'x-api-key': organization.apiKey },
        ...(payload && { payload }),
      });

    const create = async (body: Record<string, unknown> = {}) => {
      const response = await call('POST', '', { url: receiver.url, ...body });
      expect(response.statusCode).toBe(201);
      return response.json().data as { id: string; secret: string };
    };

    const deliveriesOf = async (id: string, query = '') =>
      (await call('GET', `/${id}/deliveries${query}`)).json().data;

    const enqueue = async (count = 1) => {
      const ids = Array.from({ length: count }, () => randomUUID());
      for (const id of ids) {
        await databases[0].db.transaction((transaction) =>
          enqueueEvent(transaction, {
            id,
            organizationId: organization.id,
            kind: 'session.audit',
            sessionId: randomUUID(),
            at: service.clock.now(),
            data: { event: 'camera.denied', detail: null, at: '', recorded_at: '' },
          }),
        );
      }
      return ids;
    };

    const deliver = () => service.services.deliveryWorker.deliverDue();

    const isSignedWith = (secret: string, { id, timestamp, body, signature }: Received) =>
      signature
        .split(' ')
        .includes(new Webhook(secret).sign(id, new Date(Number(timestamp) * SECOND_MS), body));

    it('tells of a large check without what its receiver can read elsewhere', async () => {
      await create();
      const metadata = { note: 'x'.repeat(15_000) };
      const warnings = ['x'.repeat(10_000)];
      const answer = await service.inject(fastCheckRequest(organization.apiKey, { metadata, warnings }));
      expect(answer.json().data).toMatchObject({ warnings, diagnostics: expect.anything() });
      await deliver();
      const [{ body }] = receiver.received as [Received];
      expect(Buffer.byteLength(body)).toBeLessThan(20_000);
      expect(JSON.parse(body).data).toEqual({
        ...answer.json().data,
        diagnostics: null,
        warnings: null,
        omitted: ['diagnostics', 'warnings'],
      });
    });

    it('tells of a finished check once, signed, with its metadata', async () => {
      const { id, secret } = await create();
      const session_id = randomUUID();
      const request = fastCheckRequest(organization.apiKey, { session_id, metadata: { interview: 7 } });
      const answer = (await service.inject(request)).json().data;
      await service.inject(request);
      await deliver();
      await deliver();

      expect(receiver.received).toHaveLength(1);
      const [received] = receiver.received;
      const payload = JSON.parse(received!.body);
      expect(Object.keys(payload)).toEqual(['event', 'session_id', 'timestamp', 'data']);
      expect(payload).toEqual({
        event: 'check.completed',
        session_id,
        timestamp: answer.created_at,
        data: answer,
      });
      expect(payload.data.tenant_metadata).toEqual({ interview: 7 });
      expect(received!.contentType).toContain('application/json');
      expect(isSignedWith(secret, received!)).toBe(true);
      expect(await deliveriesOf(id)).toMatchObject([
        { event_id: received!.id, event: 'check.completed', session_id, status: 'delivered', attempts: 1 },
      ]);
    });

    it('tells of nothing that was not stored', async () => {
      const { id } = await create();
      const { db } = databases[0];
      await db.execute(
        sql`alter table credit_entries add constraint closed check (reason <> 'check') not valid`,
      );
      const failed = await service.inject(fastCheckRequest(organization.apiKey));
      await db.execute(sql`alter table credit_entries drop constraint closed`);
      expect(failed.statusCode).toBe(500);
      expect(await deliveriesOf(id)).toEqual([]);
    });

    it('tells those who want the kind, of their own organization only', async () => {
      const all = await create();
      const audits = await create({ events: ['session.audit', 'video.failed'] });
      const checks = await create({ events: ['check.completed'] });
      const paused = await create();
      await call('PATCH', `/${paused.id}`, { enabled: false });
      const mine = organization;
      organization = await service.addOrganization();
      const foreign = await create();
      organization = mine;

      await enqueue();

      const counts = await Promise.all(
        [all, audits, checks, paused, foreign].map(({ id }) =>
          databases[0].db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id)),
        ),
      );
      expect(counts.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0]);
    });

    it('tries again by the schedule with the same id, and gives up after the last attempt', async () => {
      const { id } = await create();
      receiver.answer((response) => response.writeHead(500).end());
      const [eventId] = await enqueue();
      await deliver();
      const [failed] = await deliveriesOf(id);
      expect(failed).toMatchObject({ status: 'pending', attempts: 1, response_status: 500 });
      const pauseMs = Date.parse(failed.next_attempt_at) - service.clock.now().getTime();
      expect(pauseMs).toBeGreaterThanOrEqual(5 * SECOND_MS);
      expect(pauseMs).toBeLessThanOrEqual(5.5 * SECOND_MS);

      advance(pauseMs - 1);
      await deliver();
      expect(receiver.received).toHaveLength(1);
      advance(1);
      await deliver();
      expect(receiver.received).toHaveLength(2);
      for (let attempt = 3; attempt <= 12; attempt += 1) {
        advance(2 * DAY_MS);
        await deliver();
      }
      expect(receiver.received.map((each) => each.id)).toEqual(Array(10).fill(eventId));
      expect(await deliveriesOf(id)).toMatchObject([
        { status: 'failed', attempts: 10, next_attempt_at: null, error: 'The receiver answered 500.' },
      ]);
    });

    it('follows no redirect', async () => {
      const { id } = await create();
      receiver.answer((response) => response.writeHead(307, { location: receiver.url }).end());
      await enqueue();
      await deliver();
      expect(receiver.received).toHaveLength(1);
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', response_status: 307 }]);
    });

    it('disables a webhook whose receiver is gone', async () => {
      const { id } = await create();
      receiver.answer((response) => response.writeHead(410).end());
      await enqueue();
      await deliver();
      expect((await call('GET', '')).json().data).toMatchObject([
        { enabled: false, disabled_reason: 'gone' },
      ]);
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', response_status: 410 }]);
      await enqueue();
      expect(await deliveriesOf(id)).toHaveLength(1);
      expect((await call('POST', `/${id}/test`)).statusCode).toBe(400);

      await call('PATCH', `/${id}`, { enabled: true });
      receiver.answer((response) => response.writeHead(200).end());
      await enqueue();
      await deliver();
      expect(receiver.received).toHaveLength(2);
    });

    it('takes a refused connection for a failure', async () => {
      const gone = await startWebhookReceiver(requireDocumentedEvent);
      const { id } = await create({ url: gone.url });
      await gone.close();
      await enqueue();
      await deliver();
      expect(await deliveriesOf(id)).toMatchObject([
        { status: 'pending', response_status: null, error: 'The connection failed (ECONNREFUSED).' },
      ]);
    });

    it('does not wait for a receiver that says nothing', async () => {
      const { id } = await create();
      receiver.answer(() => undefined);
      await enqueue();
      await deliver();
      expect(await deliveriesOf(id)).toMatchObject([
        { status: 'pending', response_status: null, error: 'No answer within 1.5 seconds.' },
      ]);
    });

    it('takes the status of a receiver whose body never ends', async () => {
      const { id } = await create();
      receiver.answer((response) => {
        response.writeHead(200);
        const drip = () => response.write('x'.repeat(64 * 1024), () => !response.destroyed && drip());
        drip();
      });
      await enqueue();
      await deliver();
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', response_status: 200 }]);
    });

    it('attempts each delivery once, however many workers there are', async () => {
      await create();
      const ids = await enqueue(30);
      await Promise.all([service, replica].map(({ services }) => services.deliveryWorker.deliverDue()));
      expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    });

    it('leaves an attempt under way alone', async () => {
      const { id } = await create();
      await enqueue();
      let release = () => undefined as unknown;
      receiver.answer((response) => {
        release = () => response.writeHead(204).end();
      });
      const first = deliver();
      await receiver.arrived(1);
      await replica.services.deliveryWorker.deliverDue();
      release();
      await first;
      expect(receiver.received).toHaveLength(1);
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    });

    it('takes over from a worker that died, which cannot interfere later', async () => {
      const { id } = await create();
      await enqueue();
      const [database] = databases;
      const { clock } = service;
      const dead = createDeliveryStore({ database, clock, workerId: randomUUID(), random: () => 0 });
      const [claimed] = await dead.claimDue(1);
      await deliver();
      expect(receiver.received).toEqual([]);

      await database.db.execute(
        sql`update webhook_deliveries set claimed_until = now() - interval '1 second'`,
      );
      await deliver();
      expect(receiver.received).toHaveLength(1);
      await dead.settle(claimed!, { kind: 'failed', status: 500, error: 'late' });
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', error: null }]);
    });

    it('lets a slow receiver hold up its own events only', async () => {
      const slow = await startWebhookReceiver(requireDocumentedEvent);
      await create({ url: slow.url });
      let release = () => undefined as unknown;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      slow.answer((response) => void held.then(() => response.writeHead(204).end()));
      await enqueue(20);
      await create();
      await enqueue(1);
      const delivered = deliver();
      await receiver.arrived(1);
      expect(slow.received.length).toBeLessThan(16);
      release();
      await delivered;
      expect(slow.received).toHaveLength(21);
      await slow.close();
    });

    it('finishes what is under way when it is stopped, and begins nothing', async () => {
      const other = await open(databases[0]);
      other.clock.advance(service.clock.monotonicMs());
      const { id } = await create();
      await enqueue(1);
      let release = () => undefined as unknown;
      receiver.answer((response) => {
        release = () => response.writeHead(204).end();
      });
      const { deliveryWorker } = other.services;
      const delivered = deliveryWorker.deliverDue();
      await receiver.arrived(1);
      const stopped = deliveryWorker.stop();
      release();
      await Promise.all([stopped, delivered]);
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered' }]);
      await enqueue(1);
      await deliveryWorker.deliverDue();
      expect(receiver.received).toHaveLength(1);
      await other.close();
    });

    it('delivers a test on request, whatever kinds are wanted', async () => {
      const { id } = await create({ events: ['video.failed'] });
      const response = await call('POST', `/${id}/test`);
      expect(response.statusCode).toBe(202);
      expect(response.json().data).toMatchObject({ event: 'webhook.test', status: 'pending', attempts: 0 });
      await deliver();
      expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
        event: 'webhook.test',
        session_id: null,
      });
      expect(await deliveriesOf(id)).toMatchObject([{ id: response.json().data.id, status: 'delivered' }]);
    });

    it('delivers again on request, with all attempts before it', async () => {
      const { id } = await create();
      const [eventId] = await enqueue();
      await deliver();
      const [delivery] = await deliveriesOf(id);
      receiver.answer((response) => response.writeHead(503).end());
      const again = await call('POST', `/${id}/deliveries/${delivery.id}/redeliver`);
      expect(again.statusCode).toBe(202);
      expect(again.json().data).toMatchObject({ id: delivery.id, status: 'pending', attempts: 0 });
      await deliver();
      expect(receiver.received.map((each) => each.id)).toEqual([eventId, eventId]);
      expect(await deliveriesOf(id, '?status=pending')).toMatchObject([
        { attempts: 1, response_status: 503 },
      ]);
      expect(await deliveriesOf(id, '?status=delivered')).toEqual([]);
    });

    it('signs with the former secret too after a rotation', async () => {
      const { id, secret } = await create();
      const rotated = (await call('PATCH', `/${id}`, { rotate_secret: true })).json().data;
      expect(rotated.secret).not.toBe(secret);
      await enqueue();
      await deliver();
      for (const each of [secret, rotated.secret])
        expect(isSignedWith(each, receiver.received[0]!)).toBe(true);
      advance(DAY_MS);
      await enqueue();
      await deliver();
      expect(isSignedWith(secret, receiver.received[1]!)).toBe(false);
      expect(isSignedWith(rotated.secret, receiver.received[1]!)).toBe(true);
    });

    it('forgets events after 30 days, except those still under way', async () => {
      const { id } = await create();
      await enqueue();
      await deliver();
      receiver.answer((response) => response.writeHead(500).end());
      await enqueue();
      await deliver();
      advance(31 * DAY_MS);
      await service.services.deliveries.sweep();
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending' }]);
    });

    it('keeps no secret in clear, and no event nobody wants', async () => {
      await enqueue();
      const { secret } = await create();
      const stored = await databases[0].db.select().from(webhooks);
      expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
      const events = await databases[0].db
        .select()
        .from(webhookEvents)
        .where(eq(webhookEvents.organizationId, organization.id));
      expect(events).toEqual([]);
    });
  });

  describe.skipIf(adapter.unavailable)(`a restart on ${adapter.name}`, () => {
    it('loses no event', async () => {
      const testDatabase = await adapter.create();
      const receiver = await startWebhookReceiver(requireDocumentedEvent);
      const openOn = async () => {
        const database = await openMigrated(testDatabase);
        return {
          database,
          service: await openTestService({ database, config: { webhookAllowPrivate: true } }),
        };
      };
      const first = await openOn();
      const { apiKey } = await first.service.addOrganization();
      const headers = { 'x-api-key': apiKey };
      const payload = { url: receiver.url };
      await first.service.inject({ method: 'POST', url: '/api/v1/webhooks', headers, payload });
      await first.service.inject(fastCheckRequest(apiKey));
      await first.service.close();
      await first.database.close();

      const second = await openOn();
      await second.service.services.deliveryWorker.deliverDue();
      expect(receiver.received).toHaveLength(1);
      await second.service.close();
      await second.database.close();
      await receiver.close();
      await testDatabase.remove();
    });
  });
}

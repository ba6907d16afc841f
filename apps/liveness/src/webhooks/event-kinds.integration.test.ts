import type { Database } from '@vivant/service-kit/database';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { startWebhookReceiver, type WebhookReceiver } from '@vivant/service-kit/testing/webhook-receiver';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../checks/checks-table.ts';
import { requireDocumentedEvent } from '../testing/documented-response.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import {
  openMigrated,
  openTestService,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import { openSession } from '../testing/verification-session.ts';
import { videoFile, videoRequest } from '../testing/video-request.ts';
import {
  abandonSubmission,
  beginAttempt,
  completeSubmission,
  failSubmission,
} from '../videos/submission-store.ts';

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`events on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let service: TestService;
    let receiver: WebhookReceiver;
    let organization: TestOrganization;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      service = await openTestService({ database, config: { webhookAllowPrivate: true } });
      // What openapi.json says of an event is checked as it comes in.
      receiver = await startWebhookReceiver(requireDocumentedEvent);
      organization = await service.addOrganization();
      const headers = { 'x-api-key': organization.apiKey };
      const payload = { url: receiver.url };
      await service.inject({ method: 'POST', url: '/api/v1/webhooks', headers, payload });
    });

    afterAll(async () => {
      await service.close();
      await receiver.close();
      await database.close();
      await testDatabase.remove();
    });

    /** What was told since the last time. */
    async function told() {
      const before = receiver.received.length;
      await service.services.deliveryWorker.deliverDue();
      return receiver.received.slice(before).map(({ body }) => JSON.parse(body));
    }

    async function submit(): Promise<string> {
      const parts = [videoFile(), ['metadata', '{"case":7}']] as const;
      return (await service.inject(await videoRequest(organization, parts))).json().data.submission_id;
    }

    it('tell of a judged video as its submission does', async () => {
      const check = (await service.inject(fastCheckRequest(organization.apiKey))).json().data;
      const [record] = await database.db.select().from(checks).where(eq(checks.sessionId, check.session_id));
      expect(await told()).toMatchObject([{ event: 'check.completed', session_id: check.session_id }]);

      const id = await submit();
      const attempt = (await beginAttempt(database, id))!;
      const stored = {
        ...record!,
        id,
        sessionId: id,
        inputSource: 'video_upload' as const,
        metadata: { case: 7 },
      };
      await completeSubmission(database, attempt, { check: stored, credits: 1 });
      const [event, ...others] = await told();
      expect(others).toEqual([]);
      expect(event).toMatchObject({ event: 'video.completed', session_id: id });
      expect(event.data).toMatchObject({ tenant_metadata: { case: 7 }, input_source: 'video_upload' });
      const url = `/api/v1/${organization.id}/video/detect/${id}`;
      const poll = await service.inject({ url, headers: { 'x-api-key': organization.apiKey } });
      expect(event.data).toEqual(poll.json().data.result);
    });

    it('tell why a video could not be judged, once', async () => {
      const [failing, abandoned] = [await submit(), await submit()];
      const at = service.clock.now();
      const attempt = (await beginAttempt(database, failing))!;
      await failSubmission(database, attempt, { error: 'no face', at });
      await abandonSubmission(database, abandoned, { error: 'given up', at });
      await abandonSubmission(database, abandoned, { error: 'given up', at });
      const events = await told();
      expect(events).toHaveLength(2);
      for (const [id, error] of [
        [failing, 'no face'],
        [abandoned, 'given up'],
      ]) {
        const data = { submission_id: id, model: 'mixed-10-v2', error, tenant_metadata: { case: 7 } };
        expect(events).toContainEqual(
          expect.objectContaining({ event: 'video.failed', session_id: id, data }),
        );
      }
    });

    it('tell what happened in a session', async () => {
      const { session_id, token } = await openSession(service, organization);
      const response = await service.inject({
        method: 'PATCH',
        url: `/api/v1/sessions/${session_id}/audit`,
        headers: { 'x-api-key': token },
        payload: { event: 'camera.denied', detail: { tries: 2 } },
      });
      expect(response.statusCode).toBe(200);
      expect(await told()).toMatchObject([
        { event: 'session.audit', session_id, data: { event: 'camera.denied', detail: { tries: 2 } } },
      ]);
    });
  });
}

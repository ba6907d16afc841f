import { readFile } from 'node:fs/promises';
import {
  createLivenessClient,
  type LivenessClient,
  type LivenessClientOptions,
} from '@vivant/sdk/liveness-client';
import { hasErrorCode } from '@vivant/sdk/liveness-error';
import type { EventPayload } from '@vivant/sdk/liveness-types';
import { verifyWebhook } from '@vivant/sdk/webhook';
import { startWebhookReceiver, type WebhookReceiver } from '@vivant/service-kit/testing/webhook-receiver';
import {
  type ClipFolder,
  createClipFolder,
  findFfmpegBuilds,
  redLeftBlueRight,
} from '@vivant/video/testing/clips';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyPng, testMesh } from '../testing/check-requests.ts';
import { createDocumentedFetch } from '../testing/documented-fetch.ts';
import { documentedOperations, requireDocumentedEvent } from '../testing/documented-response.ts';
import { testFrames } from '../testing/fast-check-request.ts';
import { manifest } from '../testing/manifests.ts';
import {
  openTestService,
  TEST_MANIFESTS,
  TEST_SECRETS,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';

const [ffmpeg] = await findFfmpegBuilds(process.env.CI === 'true');

let service: TestService;
let baseUrl: string;
let receiver: WebhookReceiver;
let clips: ClipFolder;

beforeAll(async () => {
  const landmarks = manifest({ id: 'mixed-10-v3', family: 'v3', needs: { landmarks: true, fps: false } });
  service = await openTestService({
    manifests: [...TEST_MANIFESTS, landmarks, manifest({ id: '50', framesRequired: 50, credits: 5 })],
    config: { webhookAllowPrivate: true, ...(ffmpeg && { ffmpegPath: ffmpeg.path }) },
  });
  baseUrl = await service.server.listen({ host: '127.0.0.1', port: 0 });
  service.services.deliveryWorker.start();
  await service.services.videoWorker.start();
  receiver = await startWebhookReceiver(requireDocumentedEvent);
  clips = await createClipFolder(ffmpeg?.path ?? 'ffmpeg');
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await clips.remove();
});

/** What a scenario has: an organization of its own, its client, and clients of others. */
interface Scene {
  readonly client: LivenessClient;
  readonly organization: TestOrganization;
  readonly clientOf: (
    credentials: Pick<LivenessClientOptions, 'apiKey' | 'token' | 'appToken'>,
  ) => LivenessClient;
}

/** Something a customer does, and the operations it takes. */
interface Scenario {
  readonly name: string;
  readonly operations: readonly string[];
  readonly needsFfmpeg?: boolean;
  readonly play: (scene: Scene) => Promise<void>;
}

const meshFrames = () => testFrames(10).map((frame) => ({ ...frame, landmarks: testMesh() as never }));

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'immediate checks of frames, crops and landmarks, paid once each',
    operations: ['fastCheck', 'verify', 'fastCheckCrops', 'liveCheck', 'readCredits'],
    async play({ client: { checks, credits } }) {
      const frames = testFrames(10);
      const session_id = crypto.randomUUID();
      const fast = await checks.fastCheck({ session_id, frames, warnings: ['dark', 'dark'] });
      expect(fast.data).toMatchObject({ verdict: 'live', session_id, model: '10', warnings: ['dark'] });
      expect(fast.meta).toMatchObject({ status: 200, attempts: 1, model: { resolved: '10', cached: false } });
      const again = await checks.fastCheck({ session_id, frames });
      expect(again.meta.model?.cached).toBe(true);

      const versioned = await checks.fastCheck({
        model_version: 'v2',
        frame_count: 30,
        frames: testFrames(30),
      });
      expect(versioned.data.model).toBe('mixed-30-v2');
      const old = await checks.fastCheck({ model: 'mixed-10', frames });
      expect(old.meta.model?.deprecation).toEqual({ suggested: 'mixed-10-v2', sunset: '2027-06-30' });
      const pixels = Buffer.from(greyPng(224, 224), 'base64');
      const crops = Array.from({ length: 10 }, (_, index) => ({ index, pixels: new Blob([pixels]) }));
      expect((await checks.fastCheckCrops({ crops })).data.input_source).toBe('rest_crops');
      const live = await checks.liveCheck({ model: 'mixed-10-v3', frames: meshFrames() });
      expect(live.data.input_source).toBe('rest_landmarks');
      expect((await checks.verify({ frames: testFrames(50) })).data.model).toBe('50');
      await expect(checks.verify({ frames })).rejects.toMatchObject({ code: 'insufficient_frames' });
      // 1 + 3 + 1 + 1 + 1 + 5; the repetition and the refusal cost nothing.
      expect((await credits.read()).data.balance).toBe(88);
    },
  },
  {
    name: 'a stream of frames in parallel, judged once',
    operations: ['fastCheckStream', 'readCredits'],
    async play({ client: { checks, credits } }) {
      const received: number[] = [];
      const { data, meta } = await checks.streamFrames({
        model: 'mixed-30-v2',
        frames: testFrames(30).toReversed(),
        onProgress: ({ frames_received }) => received.push(frames_received),
      });
      expect(data).toMatchObject({
        status: 'complete',
        verdict: 'live',
        frames_received: 30,
        ttl_seconds: 0,
      });
      expect(meta.model?.resolved).toBe('mixed-30-v2');
      expect(received.length).toBeLessThan(30);
      expect((await credits.read()).data.balance).toBe(97);
    },
  },
  {
    name: 'frames uploaded in batches and checked afterwards',
    operations: ['upload', 'fastCheckUpload', 'liveCheckUpload'],
    async play({ client: { uploads } }) {
      const session = { session_id: crypto.randomUUID(), model: 'mixed-10-v2' };
      const progress: boolean[] = [];
      const uploaded = await uploads.uploadFrames({
        ...session,
        frames: testFrames(10),
        batchFrames: 4,
        onProgress: ({ is_complete }) => progress.push(is_complete),
      });
      expect(uploaded?.data).toMatchObject({ frames_received: 10, is_complete: true });
      expect(progress).toEqual([false, false, true]);
      expect((await uploads.fastCheck(session)).data).toMatchObject({
        verdict: 'live',
        input_source: 'upload_frames',
      });

      const other = { session_id: crypto.randomUUID(), model: 'mixed-10-v3' };
      await uploads.upload({ ...other, frames: meshFrames() });
      expect((await uploads.liveCheck(other)).data.input_source).toBe('upload_landmarks');
    },
  },
  {
    name: 'videos, uploaded or submitted and waited for',
    operations: ['upload', 'fastCheckUpload', 'submitVideo', 'readVideoStatus'],
    needsFfmpeg: true,
    async play({ client: { uploads, videos }, organization }) {
      const path = await clips.make('clip.mp4', ...redLeftBlueRight(64, 48, 5), '-c:v', 'mpeg4');
      const video = new Uint8Array(await readFile(path));
      const session = { session_id: crypto.randomUUID(), model: 'mixed-10-v2' };
      const uploaded = await uploads.uploadVideo({
        ...session,
        video,
        warnings: ['dark'],
        metadata: { a: 1 },
      });
      expect(uploaded.data.is_complete).toBe(true);
      const judged = await uploads.fastCheck(session);
      expect(judged.data).toMatchObject({ warnings: ['dark'], tenant_metadata: { a: 1 } });

      const tenant = organization.id;
      const submitted = await videos.detect({ tenant, video, filename: 'clip.mp4', metadata: { case: 7 } });
      expect(submitted.data).toMatchObject({ status: 'pending', model: 'mixed-10-v2' });
      const { submission_id } = submitted.data;
      const { data } = await videos.wait({ tenant, submission_id }, { signal: AbortSignal.timeout(30_000) });
      expect(data).toMatchObject({
        status: 'completed',
        tenant_metadata: { case: 7 },
        result: { verdict: 'live', session_id: submission_id, input_source: 'video_upload' },
      });
    },
  },
  {
    name: 'keys made, changed, replaced and revoked',
    operations: ['changeKey', 'createKey', 'listKeys', 'readCredits', 'revokeKey', 'validateBotKey'],
    async play({ client: { keys }, clientOf }) {
      const { data: created } = await keys.create({ name: 'reader', scopes: ['credits:read', 'keys:read'] });
      expect((await keys.change(created.id, { name: 'accounts' })).data.name).toBe('accounts');
      const reader = clientOf({ apiKey: created.key });
      expect((await reader.credits.read()).data.balance).toBe(100);
      const refused = await reader.keys.create({ name: 'x' }).catch((error: unknown) => error);
      expect(hasErrorCode(refused, 'insufficient_scope') && refused.requiredScope).toBe('keys:write');

      const bot = await keys.create({ name: 'bot', kind: 'bot', linked_key_id: created.id });
      const validated = await keys.validateBotKey(bot.data.key);
      expect(validated.data.linked_key_id).toBe(created.id);
      expect((await keys.revoke(created.id)).data.status).toBe('revoked');
      expect((await keys.list()).data.map(({ status }) => status)).toContain('revoked');
      await expect(reader.credits.read()).rejects.toMatchObject({ name: 'AuthenticationError' });
    },
  },
  {
    name: 'usage page by page, the queue, the models and the health of the service',
    operations: ['fastCheck', 'readUsage', 'readQueueStats', 'listModels', 'health', 'livez', 'readyz'],
    async play({ client, clientOf }) {
      for (let at = 0; at < 3; at += 1) await client.checks.fastCheck({ frames: testFrames(10) });
      const rows = [];
      for await (const row of client.usage.rows({ limit: 2, endpoint: 'fast-check' })) rows.push(row);
      expect(rows).toHaveLength(3);
      expect((await client.usage.read()).data.daily).toMatchObject([{ checks: 3, live: 3, credits: 3 }]);
      expect((await client.queue.stats()).data.checks.processing).toBe(0);
      expect((await client.models.list()).data.map(({ id }) => id)).toContain('mixed-10-v3');
      const app = clientOf({ appToken: TEST_SECRETS.APP_TOKEN });
      expect((await app.models.list()).data.length).toBeGreaterThan(0);
      expect((await app.health.read()).data.dependencies.database).toBe('ok');
      expect((await client.health.live()).data).toEqual({ status: 'ok' });
      expect((await client.health.ready()).data).toEqual({ status: 'ok' });
    },
  },
  {
    name: 'a verification session whose token checks without a key',
    operations: [
      'auditSession',
      'createSession',
      'fastCheckStream',
      'listKeys',
      'readSession',
      'tellClientTime',
    ],
    async play({ client, clientOf }) {
      const { data: opened } = await client.sessions.create({
        model: 'mixed-10-v2',
        metadata: { interview: 7 },
      });
      const { session_id, token } = opened;
      const browser = clientOf({ token });
      const clock = await browser.sessions.tellClientTime(session_id, { client_time: 1_900_000_000_000 });
      expect(clock.data.offset_ms).toBeGreaterThan(0);
      await browser.sessions.audit(session_id, { event: 'camera.opened', detail: { width: 640 } });
      await browser.checks.streamFrames({ session_id, frames: testFrames(10) });
      expect((await client.sessions.get(session_id)).data).toMatchObject({
        status: 'complete',
        model: 'mixed-10-v2',
        result: { verdict: 'live' },
        metadata: { interview: 7 },
        audit: [{ event: 'camera.opened' }],
      });
      await expect(browser.keys.list()).rejects.toMatchObject({ name: 'PermissionError' });
    },
  },
  {
    name: 'browser origins allowed and taken away',
    operations: ['listHosts', 'addHost', 'removeHost'],
    async play({ client: { hosts } }) {
      const { data: host, meta } = await hosts.add({ origin: 'https://app.example.com' });
      expect(meta.status).toBe(201);
      expect((await hosts.add({ origin: 'https://app.example.com' })).data).toEqual(host);
      expect((await hosts.list()).data).toEqual([host]);
      expect((await hosts.remove(host.id)).data).toEqual(host);
      await expect(hosts.remove(host.id)).rejects.toMatchObject({ name: 'NotFoundError', code: 'not_found' });
    },
  },
  {
    name: 'webhooks that arrive and are verified, also while a secret is replaced',
    operations: [
      'listWebhooks',
      'createWebhook',
      'updateWebhook',
      'deleteWebhook',
      'testWebhook',
      'listWebhookDeliveries',
      'redeliverWebhookDelivery',
    ],
    async play({ client: { webhooks } }) {
      const now = () => service.clock.now().getTime();
      const { data: webhook } = await webhooks.create({ url: receiver.url, events: ['webhook.test'] });
      expect((await webhooks.list()).data.map(({ id }) => id)).toEqual([webhook.id]);
      const { data: delivery } = await webhooks.test(webhook.id);
      await receiver.arrived(1);
      const [arrived] = receiver.received;
      const { id: webhookId, timestamp, signature, body } = arrived!;
      const headers = {
        'webhook-id': webhookId,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      };
      const event = await verifyWebhook<EventPayload>({ headers, body }, { secret: webhook.secret, now });
      expect(event).toMatchObject({ id: delivery.event_id, payload: { event: 'webhook.test' } });

      const changed = await webhooks.change(webhook.id, { rotate_secret: true, description: 'new' });
      await webhooks.redeliver(webhook.id, delivery.id);
      await receiver.arrived(2);
      const second = receiver.received[1]!;
      const rotated = {
        'webhook-id': second.id,
        'webhook-timestamp': second.timestamp,
        'webhook-signature': second.signature,
      };
      for (const secret of [webhook.secret, changed.data.secret!])
        expect(await verifyWebhook({ headers: rotated, body: second.body }, { secret, now })).toMatchObject({
          id: delivery.event_id,
        });
      const listed = await webhooks.deliveries(webhook.id, { limit: 5 });
      expect(listed.data.map(({ id }) => id)).toEqual([delivery.id]);
      expect((await webhooks.delete(webhook.id)).data).toEqual({ id: webhook.id });
    },
  },
];

describe.each(SCENARIOS)('$name', ({ operations, needsFfmpeg, play }) => {
  it.skipIf(needsFfmpeg && !ffmpeg)('works through the client', async () => {
    const organization = await service.addOrganization();
    const { fetch, operations: asked } = createDocumentedFetch();
    const clientOf: Scene['clientOf'] = (credentials) =>
      createLivenessClient({ baseUrl, fetch, ...credentials });
    await play({ organization, clientOf, client: clientOf({ apiKey: organization.apiKey }) });
    expect([...asked].sort()).toEqual([...operations].sort());
  });
});

it('every operation is part of a scenario', () => {
  const covered = new Set(SCENARIOS.flatMap(({ operations }) => operations));
  expect(
    documentedOperations()
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual([...covered].sort());
});

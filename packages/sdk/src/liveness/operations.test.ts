import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ScriptedServer, startScriptedServer, succeed } from '../testing/scripted-server.ts';
import { createLivenessClient, type LivenessClient } from './liveness-client.ts';

const DOCUMENT = new URL('../../../../apps/liveness/openapi.json', import.meta.url);

type Operations = Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>;

const { paths }: { paths: Record<string, Operations> } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method, path })),
);

const frames = [{ index: 0, timestamp_ms: 0, pixels: 'AQID' }];
const session_id = 's';
const submission = { tenant: 'demo', submission_id: 'v' };

/** How the client is asked for each operation of the document. */
const CALLS: Readonly<Record<string, (client: LivenessClient) => Promise<unknown>>> = {
  health: ({ health }) => health.read(),
  livez: ({ health }) => health.live(),
  readyz: ({ health }) => health.ready(),
  fastCheck: ({ checks }) => checks.fastCheck({ frames }),
  verify: ({ checks }) => checks.verify({ frames }),
  fastCheckStream: ({ checks }) => checks.fastCheckStream({ session_id, frame: frames[0]! }),
  fastCheckCrops: ({ checks }) => checks.fastCheckCrops({ crops: frames }),
  liveCheck: ({ checks }) => checks.liveCheck({ frames: [{ ...frames[0]!, landmarks: null }] }),
  upload: ({ uploads }) => uploads.upload({ frames }),
  fastCheckUpload: ({ uploads }) => uploads.fastCheck({ session_id }),
  liveCheckUpload: ({ uploads }) => uploads.liveCheck({ session_id }),
  submitVideo: ({ videos }) => videos.detect({ tenant: 'demo', video_url: 'https://example.com/a.mp4' }),
  readVideoStatus: ({ videos }) => videos.get(submission),
  listModels: ({ models }) => models.list(),
  listKeys: ({ keys }) => keys.list(),
  createKey: ({ keys }) => keys.create({ name: 'x' }),
  changeKey: ({ keys }) => keys.change('k', { name: 'y' }),
  revokeKey: ({ keys }) => keys.revoke('k'),
  validateBotKey: ({ keys }) => keys.validateBotKey('sk-bot-x'),
  readCredits: ({ credits }) => credits.read(),
  readUsage: ({ usage }) => usage.read(),
  readQueueStats: ({ queue }) => queue.stats(),
  createSession: ({ sessions }) => sessions.create(),
  readSession: ({ sessions }) => sessions.get('s'),
  auditSession: ({ sessions }) => sessions.audit('s', { event: 'x' }),
  tellClientTime: ({ sessions }) => sessions.tellClientTime('s', { client_time: 1 }),
  listHosts: ({ hosts }) => hosts.list(),
  addHost: ({ hosts }) => hosts.add({ origin: 'https://example.com' }),
  removeHost: ({ hosts }) => hosts.remove('h'),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  createWebhook: ({ webhooks }) => webhooks.create({ url: 'https://example.com' }),
  updateWebhook: ({ webhooks }) => webhooks.change('w', { enabled: false }),
  deleteWebhook: ({ webhooks }) => webhooks.delete('w'),
  testWebhook: ({ webhooks }) => webhooks.test('w'),
  listWebhookDeliveries: ({ webhooks }) => webhooks.deliveries('w'),
  redeliverWebhookDelivery: ({ webhooks }) => webhooks.redeliver('w', 'd'),
};

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
  server.script(succeed({ status: 'ok' }));
});
afterAll(() => server.close());

it('are all in the client, and no others', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(CALLS).sort());
});

it.each(operations)(
  '$operationId is sent to where the document says',
  async ({ operationId, method, path }) => {
    server.requests.length = 0;
    await CALLS[operationId]!(createLivenessClient({ baseUrl: server.url }));
    const [{ method: sentMethod, url }] = server.requests as [(typeof server.requests)[0]];
    expect(sentMethod).toBe(method.toUpperCase());
    expect(url).toMatch(new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`));
  },
);

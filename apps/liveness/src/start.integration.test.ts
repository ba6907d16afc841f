import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScriptedEngine } from '@vivant/engine/testing/scripted-engine';
import { ConfigError } from '@vivant/service-kit/environment';
import { createLogger } from '@vivant/service-kit/logger';
import { type TestDatabase, testDatabases } from '@vivant/service-kit/testing/test-databases';
import { type Received, startWebhookReceiver } from '@vivant/service-kit/testing/webhook-receiver';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bootstrapped } from './bootstrap/bootstrap.ts';
import { type LivenessConfig, readLivenessConfig } from './config.ts';
import { type RunningLiveness, startLiveness } from './start.ts';
import { requireDocumented, requireDocumentedEvent } from './testing/documented-response.ts';
import { fastCheckRequest } from './testing/fast-check-request.ts';
import { TEST_MANIFESTS } from './testing/test-service.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

const [embedded, postgres] = await testDatabases();

/** Where there is a server, most tests use it: the embedded database takes seconds to create. */
const adapter = postgres && !postgres.unavailable ? postgres : embedded!;

let testDatabase: TestDatabase;
let dataDir: string;
let started: RunningLiveness[];

beforeEach(async () => {
  testDatabase = await adapter.create();
  dataDir = await mkdtemp(join(tmpdir(), 'vivant-start-'));
  started = [];
});

afterEach(async () => {
  for (const service of started) await service.stop();
  await rm(dataDir, { recursive: true, force: true });
  await testDatabase.remove();
});

async function start(config: Partial<LivenessConfig> = {}) {
  const engine = createScriptedEngine();
  const bootstrapped: Bootstrapped[] = [];
  const running = await startLiveness(
    { ...readLivenessConfig({}), port: 0, dataDir, databaseUrl: testDatabase.url, ...config },
    {
      logger,
      judging: { engine, manifests: TEST_MANIFESTS },
      onBootstrapped: (created) => bootstrapped.push(created),
    },
  );
  started.push(running);
  return { ...running, engine, bootstrapped };
}

/** Sends a request as `fetch` does, over a real connection. */
async function send(url: string, request: ReturnType<typeof fastCheckRequest>) {
  const response = await fetch(url + request.url, {
    method: request.method,
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: JSON.stringify(request.payload),
  });
  requireDocumented(request, { statusCode: response.status, body: await response.clone().text() });
  return response;
}

describe('startLiveness', () => {
  it('is ready, with an organization whose printed key works', async () => {
    const { url, bootstrapped } = await start();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(bootstrapped).toMatchObject([{ organization: 'demo', credits: 10_000 }]);
    const response = await send(url, fastCheckRequest(bootstrapped[0]!.generatedApiKey!));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { verdict: 'live' } });
  });

  it('remembers keys and verdicts over a restart, and tells no key again', async () => {
    const first = await start({ databaseUrl: undefined });
    const request = fastCheckRequest(first.bootstrapped[0]!.generatedApiKey!);
    await send(first.url, request);
    await first.stop();

    const second = await start({ databaseUrl: undefined });
    expect(second.bootstrapped).toEqual([]);
    expect((await send(second.url, request)).headers.get('x-service-cached')).toBe('true');
    expect(second.engine.inferences).toEqual([]);
  });

  it('refuses production without its secrets, and names each missing one', async () => {
    const failure = start({
      environment: 'production',
      secrets: { APP_TOKEN: undefined, TOKEN_SECRET: undefined, SETTINGS_ENCRYPTION_KEY: undefined },
    });
    await expect(failure).rejects.toThrow(ConfigError);
    await expect(failure).rejects.toThrow(/APP_TOKEN[^]*TOKEN_SECRET[^]*SETTINGS_ENCRYPTION_KEY/);
  });

  it('answers the check it is judging before it stops', async () => {
    const running = await start();
    const { url, engine, bootstrapped } = running;
    const release = engine.hold();
    const response = send(url, fastCheckRequest(bootstrapped[0]!.generatedApiKey!));
    await engine.begun(1);
    const stopped = running.stop();
    release();
    expect((await response).status).toBe(200);
    await stopped;
    await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed');
  });

  it('delivers events by itself while it runs', async () => {
    const receiver = await startWebhookReceiver(requireDocumentedEvent);
    const { url, bootstrapped } = await start({ webhookAllowPrivate: true });
    const apiKey = bootstrapped[0]!.generatedApiKey!;
    const created = await fetch(`${url}/api/v1/webhooks`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url }),
    });
    const { data } = (await created.json()) as { data: { secret: string } };
    await send(url, fastCheckRequest(apiKey));
    await receiver.arrived(1);
    const [{ id, timestamp, signature, body }] = receiver.received as [Received];
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    expect(new Webhook(data.secret).verify(body, headers)).toMatchObject({ event: 'check.completed' });
    await receiver.close();
  });

  it('leaves nothing open when its port is taken', async () => {
    const { url } = await start();
    const embeddedOnly = { dataDir: join(dataDir, 'other'), databaseUrl: undefined };
    const failure = start({ ...embeddedOnly, port: Number(new URL(url).port) });
    await expect(failure).rejects.toThrow('EADDRINUSE');
    expect((await start(embeddedOnly)).bootstrapped).toEqual([]);
  });
});

describe('a client that hangs up', () => {
  it('while its check is judged finds the verdict later, charged once', async () => {
    const { url, engine, bootstrapped } = await start();
    const request = fastCheckRequest(bootstrapped[0]!.generatedApiKey!);
    const release = engine.hold();
    const abort = new AbortController();
    const gone = fetch(url + request.url, {
      method: 'POST',
      headers: { ...request.headers, 'content-type': 'application/json' },
      body: JSON.stringify(request.payload),
      signal: abort.signal,
    });
    await engine.begun(1);
    abort.abort();
    await expect(gone).rejects.toThrow('aborted');
    release();

    const response = await send(url, request);
    expect(response.headers.get('x-service-cached')).toBe('true');
    expect(engine.inferences).toHaveLength(1);
  });

  it('in the middle of its body starts nothing and harms nobody', async () => {
    const { url, engine, bootstrapped } = await start();
    const apiKey = bootstrapped[0]!.generatedApiKey!;
    const { hostname, port } = new URL(url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const head = [
          'POST /api/v1/fast-check HTTP/1.1',
          `Host: ${hostname}`,
          `X-API-Key: ${apiKey}`,
          'Content-Type: application/json',
          'Content-Length: 50000000',
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n{"session_id": "`, () => socket.destroy());
      });
      socket.on('close', resolve);
    });
    expect((await send(url, fastCheckRequest(apiKey))).status).toBe(200);
    expect(engine.inferences).toHaveLength(1);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionError, TimeoutError, UnexpectedAnswerError } from '../errors.ts';
import {
  answer,
  hangUp,
  refuse,
  type ScriptedServer,
  startScriptedServer,
  stayAway,
  succeed,
} from '../testing/scripted-server.ts';
import { createTestRuntime, type TestRuntime } from '../testing/test-runtime.ts';
import type { RetryNotice } from '../transport.ts';
import { createLivenessClient, type LivenessClient } from './liveness-client.ts';
import { RateLimitError, ServiceError } from './liveness-error.ts';

const FRAMES = [{ index: 0, timestamp_ms: 0, pixels: new Uint8Array([1, 2, 3]) }];
const TARGET = { url: 'https://hooks.example.com' };

let server: ScriptedServer;
let runtime: TestRuntime;
let notices: RetryNotice[];
let client: LivenessClient;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  runtime = createTestRuntime();
  notices = [];
  client = createLivenessClient({
    baseUrl: `${server.url}/`,
    apiKey: 'sk-test',
    runtime,
    onRetry: (notice) => notices.push(notice),
  });
});

/** The header in each request so far. */
function sent(header: string): unknown[] {
  return server.requests.map(({ headers }) => headers[header]);
}

describe('a call', () => {
  it('carries key, version, session and pictures as the service takes them', async () => {
    server.script(succeed({ verdict: 'live' }));
    await client.checks.fastCheck({ model_version: 'v3', frame_count: 30, fps: 25, frames: FRAMES });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/api/v1/fast-check',
      headers: { 'x-api-key': 'sk-test', 'x-model-version': 'v3', 'content-type': 'application/json' },
    });
    expect(JSON.parse(String(request!.body))).toEqual({
      session_id: expect.stringMatching(/^0{8}-/),
      frame_count: 30,
      fps: 25,
      frames: [{ index: 0, timestamp_ms: 0, pixels: 'AQID' }],
    });
  });

  it('tells request id, model, limit and attempts beside its data', async () => {
    server.script(
      succeed(
        { verdict: 'live' },
        {
          'x-request-id': 'r-7',
          'x-service-model-resolved': 'mixed-10',
          'x-service-cached': 'true',
          'x-service-deprecated-model': 'mixed-10',
          'x-service-suggested-model': 'mixed-10-v2',
          deprecation: 'true',
          sunset: '2027-06-30',
          'ratelimit-policy': '"burst";q=240;w=60',
          ratelimit: '"burst";r=7;t=30',
          'idempotency-replayed': 'true',
        },
      ),
    );
    expect(await client.checks.fastCheck({ frames: FRAMES })).toEqual({
      data: { verdict: 'live' },
      meta: {
        status: 200,
        message: 'Done.',
        requestId: 'r-7',
        attempts: 1,
        replayed: true,
        model: {
          resolved: 'mixed-10',
          cached: true,
          deprecation: { suggested: 'mixed-10-v2', sunset: '2027-06-30' },
        },
        rateLimit: { limit: 240, remaining: 7, resetSeconds: 30 },
      },
    });
  });

  it('reads model headers of another prefix', async () => {
    server.script(succeed({}, { 'acme-model-resolved': '10' }));
    const other = createLivenessClient({ baseUrl: server.url, headerPrefix: 'Acme' });
    expect((await other.checks.verify({ frames: FRAMES })).meta.model).toMatchObject({ resolved: '10' });
  });
});

describe('a failed attempt', () => {
  it.each([
    ['a broken connection', hangUp],
    ['a rate limit', refuse(429, 'rate_limit_exceeded')],
    ['an internal error', refuse(500, 'internal_error')],
    ['a missing gateway', answer(502, 'Bad gateway')],
    ['an unavailable service', refuse(503, 'service_unavailable')],
    ['a slow gateway', answer(504, 'Timeout')],
    ['its own first attempt under way', refuse(409, 'idempotency_conflict', { 'retry-after': '1' })],
  ])('is repeated after %s, as the same request', async (_, failure) => {
    server.script(failure, failure, succeed({ verdict: 'live' }));
    const { meta } = await client.checks.fastCheck({ frames: FRAMES });
    expect(meta.attempts).toBe(3);
    const keys = sent('idempotency-key');
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toBeTypeOf('string');
    const [first, ...others] = server.requests.map(({ body }) => String(body));
    expect(others).toEqual([first, first]);
    expect(notices).toMatchObject([{ attempt: 1 }, { attempt: 2 }]);
    expect(notices.map(({ delayMs }) => delayMs)).toEqual(runtime.pauses);
  });

  it('is not repeated when it would fail again', async () => {
    for (const [status, code] of [
      [400, 'insufficient_frames'],
      [402, 'insufficient_credits'],
      [409, 'session_model_mismatch'],
      [409, 'idempotency_conflict'],
    ] as const) {
      server.requests.length = 0;
      server.script(refuse(status, code));
      await expect(client.checks.fastCheck({ frames: FRAMES })).rejects.toMatchObject({ code });
      expect(server.requests).toHaveLength(1);
    }
  });

  it('is repeated never earlier than the service asks', async () => {
    server.script(refuse(429, 'rate_limit_exceeded', { 'retry-after': '41' }), succeed([]));
    await client.hosts.list();
    expect(runtime.pauses[0]).toBeGreaterThanOrEqual(41_000);
  });

  it('ends the call when the service asks for more patience than there is', async () => {
    server.script(refuse(429, 'rate_limit_exceeded', { 'retry-after': '3600' }));
    const call = client.hosts.list();
    await expect(call).rejects.toBeInstanceOf(RateLimitError);
    await expect(call).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect(runtime.pauses).toEqual([]);
  });

  it('is repeated as often as it may be', async () => {
    server.script(refuse(503, 'service_unavailable', { 'x-request-id': 'r-1' }));
    await expect(client.hosts.list()).rejects.toMatchObject({ name: 'ServiceError', requestId: 'r-1' });
    expect(server.requests).toHaveLength(4);
    await expect(client.hosts.list({ maxRetries: 0 })).rejects.toBeInstanceOf(ServiceError);
    expect(server.requests).toHaveLength(5);
  });

  it('is not repeated where that could do a thing twice, unless nothing was done', async () => {
    const audit = () => client.sessions.audit('s', { event: 'x' });
    server.script(hangUp);
    await expect(audit()).rejects.toBeInstanceOf(ConnectionError);
    server.script(refuse(500, 'internal_error'));
    await expect(audit()).rejects.toBeInstanceOf(ServiceError);
    expect(server.requests).toHaveLength(2);
    server.script(refuse(429, 'rate_limit_exceeded'), succeed({ event: 'x' }));
    await audit();
    expect(server.requests).toHaveLength(4);
  });

  it('of a form is repeated with the same bytes', async () => {
    server.script(hangUp, succeed({ status: 'pending' }));
    const video = new Blob([new Uint8Array(100_000)]);
    await client.videos.detect({ tenant: 'demo', video, filename: 'a.mp4', metadata: { a: 1 } });
    const [first, second] = server.requests;
    expect(second!.headers['content-type']).toBe(first!.headers['content-type']);
    expect(second!.body.equals(first!.body)).toBe(true);
    expect(second!.body.length).toBeGreaterThan(100_000);
  });
});

describe('an idempotency key', () => {
  it('is new for each call, and the one of the caller when there is one', async () => {
    server.script(succeed({ id: '1' }));
    await client.webhooks.create(TARGET);
    await client.webhooks.create(TARGET);
    await client.webhooks.create(TARGET, { idempotencyKey: 'mine' });
    const [first, second, third] = sent('idempotency-key');
    expect(first).not.toBe(second);
    expect(third).toBe('mine');
  });

  it('is not sent with frames, which their session tells apart', async () => {
    server.script(succeed({ status: 'buffering' }));
    await client.checks.fastCheckStream({ session_id: 's', frame: FRAMES[0]! });
    await client.uploads.upload({ session_id: 's', frames: FRAMES });
    expect(sent('idempotency-key')).toEqual([undefined, undefined]);
  });
});

describe('patience', () => {
  it('ends with the time of each attempt', async () => {
    server.script(stayAway);
    const call = client.hosts.list({ timeoutMs: 20, maxRetries: 1 });
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
    await expect(call).rejects.toMatchObject({ timeoutMs: 20, retryable: true });
    // On a busy machine the time may be over before a request arrives, so attempts are counted on this side.
    expect(notices).toHaveLength(1);
  });

  it('covers the body too', async () => {
    server.script((response) => response.writeHead(200).write('{"data":'));
    await expect(client.hosts.list({ timeoutMs: 20, maxRetries: 0 })).rejects.toBeInstanceOf(TimeoutError);
  });

  it('ends with the signal, during an attempt and between two', async () => {
    const reason = new Error('enough');
    const during = new AbortController();
    server.script(() => during.abort(reason));
    await expect(client.hosts.list({ signal: during.signal, maxRetries: 0 })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
    await expect(client.hosts.list({ signal: during.signal })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);

    const between = new AbortController();
    const client2 = createLivenessClient({ baseUrl: server.url, onRetry: () => between.abort(reason) });
    server.script(refuse(503, 'service_unavailable'));
    await expect(client2.hosts.list({ signal: between.signal })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(2);
  });
});

describe('an answer that is not of the service', () => {
  it('is refused', async () => {
    for (const other of [answer(200, 'Welcome'), answer(200, { success: false }), answer(200, null)]) {
      server.script(other);
      await expect(client.hosts.list()).rejects.toBeInstanceOf(UnexpectedAnswerError);
    }
    expect(runtime.pauses).toEqual([]);
  });

  it('does not lead the key elsewhere', async () => {
    server.script(answer(307, {}, { location: `${server.url}/elsewhere` }));
    await expect(client.hosts.list()).rejects.toMatchObject({ name: 'UnexpectedAnswerError', status: 307 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a wait for a video', () => {
  it('asks every one to two seconds, and ends with the submission', async () => {
    const pending = succeed({ status: 'pending' });
    const processing = succeed({ status: 'processing' });
    const failed = succeed({ status: 'failed', error: 'No face.' });
    server.script(pending, processing, processing, processing, processing, processing, failed);
    const { data } = await client.videos.wait({ tenant: 'demo', submission_id: 'x/y' });
    expect(data).toMatchObject({ status: 'failed' });
    expect(server.requests.at(-1)!.url).toBe('/api/v1/demo/video/detect/x%2Fy');
    expect(runtime.pauses).toEqual([1000, 1250, 1562.5, 1953.125, 2000, 2000]);
  });
});

describe('usage', () => {
  it('is read page by page', async () => {
    server.script(
      succeed({ rows: [{ check_id: 'a' }], next_cursor: 'c1' }),
      succeed({ rows: [{ check_id: 'b' }], next_cursor: null }),
    );
    const rows = [];
    for await (const row of client.usage.rows({ model: '10', limit: 1 })) rows.push(row.check_id);
    expect(rows).toEqual(['a', 'b']);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/usage?model=10&limit=1',
      '/api/v1/usage?model=10&limit=1&cursor=c1',
    ]);
  });
});

describe('a client', () => {
  it('takes a key or a token, and an address', () => {
    const baseUrl = server.url;
    expect(() => createLivenessClient({ baseUrl, apiKey: 'a', token: 'b' })).toThrow(TypeError);
    expect(() => createLivenessClient({ baseUrl: 'liveness' })).toThrow(TypeError);
  });
});

import { randomUUID } from 'node:crypto';
import { EngineBusyError, EngineStoppedError, WorkerCrashedError } from '@vivant/engine/check';
import { judged } from '@vivant/engine/testing/scripted-engine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fastCheckRequest, testFrames } from '../testing/fast-check-request.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { checks } from './checks-table.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

beforeEach(() => service.engine.script((request) => judged(request)));

describe('a check', () => {
  it('answers the whole verification result', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    const created_at = service.clock.now().toISOString();

    const response = await service.inject(
      fastCheckRequest(apiKey, {
        session_id,
        model: 'mixed-10-v2',
        source: 'live',
        warnings: ['low light', { code: 'blur' }, 'low light'],
        metadata: { interview: 7 },
      }),
    );

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: 'The check is complete.',
      data: {
        verdict: 'live',
        confidence: 0.93,
        real_score: 0.93,
        score: 93,
        type: 'VERY HIGH',
        session_id,
        model: 'mixed-10-v2',
        input_source: 'rest_frames',
        processing_ms: 0,
        frames_processed: 10,
        tenant_metadata: { interview: 7 },
        warning: null,
        warnings: ['low light', { code: 'blur' }],
        created_at,
        available: true,
        error: null,
        diagnostics: {
          frames_received: 10,
          frames_usable: 10,
          frames_scored: 10,
          rejections: {},
          signals: { 'minifasnet@2.7': 0.93 },
          reasons: [],
        },
      },
    });
  });

  it('answers a spoof as data, not as an error', async () => {
    const { apiKey } = await service.addOrganization();
    service.engine.script((request) => judged(request, { realScore: 0.5 }));
    const response = await service.inject(fastCheckRequest(apiKey));
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({ verdict: 'fake', score: 50, type: 'MEDIUM' });
  });

  it('comes from media unless it says that it is live', async () => {
    const { id, apiKey } = await service.addOrganization();
    await service.inject(fastCheckRequest(apiKey));
    await service.inject(fastCheckRequest(apiKey, { source: 'live' }));
    const { db } = service.database;
    const stored = await db.select().from(checks).where(eq(checks.organizationId, id));
    expect(stored.map(({ source }) => source).toSorted()).toEqual(['live', 'media']);
  });

  it('costs what its model costs, once', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    await service.inject(
      fastCheckRequest(organization.apiKey, { model: 'mixed-30-v2', frames: testFrames(30) }),
    );
    expect(await service.readCredits(organization)).toEqual({ balance: 7, amounts: [10, -3] });
  });

  it('hands the frames to the engine decoded and sorted by index', async () => {
    const { apiKey } = await service.addOrganization();
    const frames = testFrames(11).toReversed();
    await service.inject(fastCheckRequest(apiKey, { frames, fps: 25 }));
    const request = service.engine.inferences.at(-1);
    expect(request?.frames.map(({ index }) => index)).toEqual([...Array(11).keys()]);
    expect(request?.frames[1]).toMatchObject({ timestampMs: 1000 / 30 });
    expect(request?.fps).toBe(25);
    const [frame] = request?.frames ?? [];
    expect(frame && 'bytes' in frame && [...frame.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('takes pixels as data URLs too', async () => {
    const { apiKey } = await service.addOrganization();
    const frames = testFrames(10).map((frame) => ({
      ...frame,
      pixels: `data:image/png;base64,${frame.pixels}`,
    }));
    const response = await service.inject(fastCheckRequest(apiKey, { frames }));
    expect(response.statusCode).toBe(200);
  });

  it('takes 500 frames', async () => {
    const { apiKey } = await service.addOrganization();
    const response = await service.inject(fastCheckRequest(apiKey, { frames: testFrames(500) }));
    expect(response.json().data).toMatchObject({ frames_processed: 500 });
  });

  it('ignores fields it does not know, and nulls where it knows a field', async () => {
    const { apiKey } = await service.addOrganization();
    const extra = {
      device_intelligence: { webdriver: false },
      trace_id: 'x',
      fps_source: 3,
      forensic_client: [],
    };
    const nulls = { model: null, frame_count: null, source: null, fps: null, warnings: null, metadata: null };
    const response = await service.inject(fastCheckRequest(apiKey, { ...extra, ...nulls }));
    expect(response.json().data).toMatchObject({ model: '10', warnings: null, tenant_metadata: null });
  });

  it('keeps metadata as it came, whatever JSON can say', async () => {
    const { apiKey } = await service.addOrganization();
    const metadata = { nul: '\u0000', lone: '\ud800', deep: [[[{ a: null }]]], big: 1e300, '': '' };
    const response = await service.inject(fastCheckRequest(apiKey, { metadata }));
    expect(response.json().data.tenant_metadata).toEqual(metadata);
  });
});

describe('the model', () => {
  it('is resolved from X-Model-Version and frame_count, whatever the body says', async () => {
    const { apiKey } = await service.addOrganization();
    const response = await service.inject(
      fastCheckRequest(
        apiKey,
        { model: '10', frame_count: 30, frames: testFrames(30) },
        { 'x-model-version': 'v2' },
      ),
    );
    expect(response.json().data.model).toBe('mixed-30-v2');
    expect(response.headers).toMatchObject({ 'x-service-model-resolved': 'mixed-30-v2' });
  });

  it('is announced as deprecated with its successor', async () => {
    const { apiKey } = await service.addOrganization();
    const response = await service.inject(fastCheckRequest(apiKey, { model: 'mixed-10' }));
    expect(response.headers).toMatchObject({
      'x-service-model-resolved': 'mixed-10',
      deprecation: 'true',
      sunset: '2027-06-30',
      'x-service-deprecated-model': 'mixed-10',
      'x-service-suggested-model': 'mixed-10-v2',
    });
  });

  it('is named in headers of the configured prefix', async () => {
    const { apiKey } = await service.addOrganization();
    const acme = await openTestService({
      database: service.database,
      config: { modelHeaderPrefix: 'X-Acme' },
    });
    const request = fastCheckRequest(apiKey);
    await acme.inject(request);
    const response = await acme.inject(request);
    expect(response.headers).toMatchObject({ 'x-acme-model-resolved': '10', 'x-acme-cached': 'true' });
    await acme.close();
  });

  it('is named on error answers too, once it is resolved', async () => {
    const { apiKey } = await service.addOrganization();
    const response = await service.inject(fastCheckRequest(apiKey, { model: 'mixed-10-v2', frames: [] }));
    expect(response.statusCode).toBe(400);
    expect(response.headers['x-service-model-resolved']).toBe('mixed-10-v2');
  });
});

describe('a session with a verdict', () => {
  it('answers it again without inference and without a charge', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const request = fastCheckRequest(organization.apiKey);
    const first = await service.inject(request);
    const inferences = service.engine.inferences.length;
    service.clock.advance(1000);

    const second = await service.inject(request);

    expect(second.json().data).toEqual(first.json().data);
    expect(second.headers).toMatchObject({ 'x-service-cached': 'true', 'x-service-model-resolved': '10' });
    expect(first.headers).not.toHaveProperty('x-service-cached');
    expect(service.engine.inferences).toHaveLength(inferences);
    expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
  });

  it('stays readable when the balance is spent', async () => {
    const { apiKey } = await service.addOrganization({ credits: 1 });
    const request = fastCheckRequest(apiKey);
    await service.inject(request);
    expect((await service.inject(request)).statusCode).toBe(200);
  });

  it('is the same session in upper-case letters, echoed as it was sent', async () => {
    const { apiKey } = await service.addOrganization({ credits: 10 });
    const session_id = randomUUID();
    await service.inject(fastCheckRequest(apiKey, { session_id }));
    const again = await service.inject(fastCheckRequest(apiKey, { session_id: session_id.toUpperCase() }));
    expect(again.headers['x-service-cached']).toBe('true');
    expect(again.json().data.session_id).toBe(session_id.toUpperCase());
  });

  it('is judged and charged anew after 24 hours', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const request = fastCheckRequest(organization.apiKey);
    await service.inject(request);
    service.clock.advance(24 * 60 * 60 * 1000 - 1);
    expect((await service.inject(request)).headers['x-service-cached']).toBe('true');
    service.clock.advance(1);
    expect((await service.inject(request)).headers).not.toHaveProperty('x-service-cached');
    expect(await service.readCredits(organization)).toEqual({ balance: 8, amounts: [10, -1, -1] });
  });

  it('of another organization is another session, even with the same id', async () => {
    const [one, other] = [await service.addOrganization(), await service.addOrganization()];
    const session_id = randomUUID();
    await service.inject(fastCheckRequest(one.apiKey, { session_id }));
    const response = await service.inject(
      fastCheckRequest(other.apiKey, { session_id, model: 'mixed-10-v2' }),
    );
    expect(response.statusCode).toBe(200);
    expect(response.headers).not.toHaveProperty('x-service-cached');
  });
});

describe('a refused check', () => {
  interface Refusal {
    readonly when: string;
    readonly status: number;
    readonly code: string;
    readonly says: string;
    readonly body?: Record<string, unknown>;
    readonly headers?: Record<string, string>;
  }

  const ten = testFrames(10);
  const replaced = (pixels: string) => ten.with(3, { index: 3, timestamp_ms: 100, pixels });

  const refusals: Refusal[] = [
    {
      when: 'session_id is missing',
      status: 400,
      code: 'missing_field',
      says: 'session_id',
      body: { session_id: undefined },
    },
    {
      when: 'frames are missing',
      status: 400,
      code: 'missing_field',
      says: 'frames',
      body: { frames: undefined },
    },
    {
      when: 'session_id is no UUID',
      status: 400,
      code: 'validation_error',
      says: 'session_id',
      body: { session_id: '7' },
    },
    {
      when: 'frames are no array',
      status: 400,
      code: 'validation_error',
      says: 'frames',
      body: { frames: 'ten' },
    },
    {
      when: 'a frame has no pixels',
      status: 400,
      code: 'missing_field',
      says: 'frames[3].pixels',
      body: { frames: ten.with(3, { index: 3, timestamp_ms: 1 } as never) },
    },
    {
      when: 'an index occurs twice',
      status: 400,
      code: 'validation_error',
      says: '3',
      body: { frames: [...ten, ten[3]] },
    },
    {
      when: 'pixels are no base64',
      status: 400,
      code: 'validation_error',
      says: 'Frame 3',
      body: { frames: replaced('not base64!') },
    },
    {
      when: 'a frame is larger than 8 MiB',
      status: 413,
      code: 'payload_too_large',
      says: 'Frame 3',
      body: { frames: replaced('A'.repeat(12 * 1024 * 1024)) },
    },
    {
      when: 'frames are fewer than the model needs',
      status: 400,
      code: 'insufficient_frames',
      says: 'requires 10 frames; 9 received',
      body: { frames: testFrames(9) },
    },
    { when: 'fps is out of range', status: 400, code: 'validation_error', says: 'fps', body: { fps: 121 } },
    {
      when: 'fps is missing for a hybrid model',
      status: 400,
      code: 'missing_field',
      says: 'fps',
      body: { model: 'hybrid-v2-10' },
    },
    {
      when: 'the alias is unknown',
      status: 400,
      code: 'validation_error',
      says: 'mixed-11',
      body: { model: 'mixed-11' },
    },
    {
      when: 'the model is not shipped',
      status: 400,
      code: 'validation_error',
      says: 'not available in this deployment',
      body: { model: 'mixed-60-v3' },
    },
    {
      when: 'frame_count is missing for a version',
      status: 400,
      code: 'missing_field',
      says: 'frame_count',
      headers: { 'x-model-version': 'latest' },
    },
    {
      when: 'the version has no model for frame_count',
      status: 400,
      code: 'validation_error',
      says: '120',
      body: { frame_count: 120 },
      headers: { 'x-model-version': 'v3' },
    },
    {
      when: 'metadata is too long',
      status: 400,
      code: 'validation_error',
      says: 'metadata',
      body: { metadata: { note: 'x'.repeat(70_000) } },
    },
    {
      when: 'metadata is no object',
      status: 400,
      code: 'validation_error',
      says: 'metadata',
      body: { metadata: [1] },
    },
    {
      when: 'source is unknown',
      status: 400,
      code: 'validation_error',
      says: 'source',
      body: { source: 'tape' },
    },
  ];

  it.each(refusals)('when $when answers $status $code', async ({ status, code, says, body, headers }) => {
    const organization = await service.addOrganization({ credits: 10 });
    const inferences = service.engine.inferences.length;
    const response = await service.inject(fastCheckRequest(organization.apiKey, body, headers));
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ data: null, success: false, message: expect.any(String) });
    expect(Object.keys(response.json().errors[0])).toEqual([code]);
    expect(JSON.stringify(response.json())).toContain(says);
    expect(service.engine.inferences).toHaveLength(inferences);
    expect(await service.readCredits(organization)).toEqual({ balance: 10, amounts: [10] });
  });

  it.each([
    ['malformed JSON', '{"session_id": ', 'application/json', 400, 'validation_error'],
    ['an empty body', '', 'application/json', 400, 'missing_field'],
    ['another content type', 'a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  ])('with %s is refused in the envelope', async (_, payload, contentType, status, code) => {
    const { apiKey } = await service.addOrganization();
    const headers = { 'x-api-key': apiKey, 'content-type': contentType };
    const response = await service.inject({ method: 'POST', url: '/api/v1/fast-check', headers, payload });
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json().errors[0])).toEqual([code]);
  });

  it('whose body is larger than allowed is refused without a look at it', async () => {
    const { apiKey } = await service.addOrganization();
    const strict = await openTestService({ database: service.database, config: { bodyBytesMax: 1024 } });
    const response = await strict.inject(fastCheckRequest(apiKey));
    expect(response.statusCode).toBe(413);
    expect(response.json().errors[0]).toHaveProperty('payload_too_large');
    await strict.close();
  });

  it('by 402 states required and available credits', async () => {
    const { apiKey } = await service.addOrganization({ credits: 2 });
    const inferences = service.engine.inferences.length;
    const response = await service.inject(
      fastCheckRequest(apiKey, { model: 'mixed-30-v2', frames: testFrames(30) }),
    );
    expect(response.statusCode).toBe(402);
    expect(response.json()).toMatchObject({
      message: 'This check requires 3 credits; 2 are available.',
      errors: [{ insufficient_credits: [expect.any(String)] }],
    });
    expect(service.engine.inferences).toHaveLength(inferences);
  });

  it('of a suspended account is told apart from one out of credits', async () => {
    const { apiKey } = await service.addOrganization({ status: 'suspended' });
    const response = await service.inject(fastCheckRequest(apiKey));
    expect(response.statusCode).toBe(402);
    expect(response.json().errors).toEqual([{ account_suspended: [expect.any(String)] }]);
  });

  it('of a session that another model judged names both models', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const session_id = randomUUID();
    await service.inject(fastCheckRequest(organization.apiKey, { session_id, model: '10' }));
    const response = await service.inject(
      fastCheckRequest(organization.apiKey, { session_id, model: 'mixed-10-v2' }),
    );
    expect(response.statusCode).toBe(409);
    expect(response.json().errors[0]).toHaveProperty('session_model_mismatch');
    expect(response.json().message).toMatch(/model 10;.*mixed-10-v2/);
    expect(response.headers['x-service-model-resolved']).toBe('mixed-10-v2');
    expect((await service.readCredits(organization)).balance).toBe(9);
  });
});

describe('a check the engine does not finish', () => {
  it.each([
    [
      'unusable frames',
      {
        kind: 'insufficient',
        framesRequired: 10,
        framesReceived: 10,
        framesUsable: 4,
        rejections: { 'no-face': 6 },
      },
      400,
      'insufficient_frames',
      'no-face 6',
    ],
    [
      'no image',
      { kind: 'undecodable', frameIndex: 3, cause: 'unknown-format' },
      400,
      'validation_error',
      'Frame 3',
    ],
    [
      'a broken image',
      { kind: 'undecodable', frameIndex: 3, cause: 'corrupt' },
      400,
      'validation_error',
      'Frame 3',
    ],
    [
      'an image bomb',
      { kind: 'undecodable', frameIndex: 3, cause: 'too-many-pixels' },
      413,
      'payload_too_large',
      'Frame 3',
    ],
    ['a full queue', new EngineBusyError('full'), 503, 'service_unavailable', 'try again'],
    ['a stopping engine', new EngineStoppedError('stopped'), 503, 'service_unavailable', 'try again'],
    ['a crashed worker', new WorkerCrashedError('crashed'), 500, 'internal_error', 'Nothing was charged'],
    ['an unforeseen failure', new Error('secret detail'), 500, 'internal_error', 'wrong on our side'],
  ] as const)(
    'because of %s charges nothing and leaves the session free',
    async (_, script, status, code, says) => {
      const organization = await service.addOrganization({ credits: 10 });
      const request = fastCheckRequest(organization.apiKey);
      service.engine.script(script);
      const refused = await service.inject(request);
      expect(refused.statusCode).toBe(status);
      expect(Object.keys(refused.json().errors[0])).toEqual([code]);
      expect(refused.body).toContain(says);
      expect(refused.body).not.toContain('secret detail');
      expect(refused.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
      expect(await service.readCredits(organization)).toEqual({ balance: 10, amounts: [10] });

      service.engine.script((engineRequest) => judged(engineRequest));
      const retried = await service.inject(request);
      expect(retried.statusCode).toBe(200);
      expect(retried.headers).not.toHaveProperty('x-service-cached');
      expect((await service.readCredits(organization)).balance).toBe(9);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { ERROR_CODES, type ErrorCode, httpStatusOf } from '@vivant/contract/error-codes';
import { EngineBusyError } from '@vivant/engine/check';
import { judged } from '@vivant/engine/testing/scripted-engine';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fastCheckRequest, testFrames } from './testing/fast-check-request.ts';
import { openTestService, type TestOrganization, type TestService } from './testing/test-service.ts';
import { videoFile, videoRequest } from './testing/video-request.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  const perMinute = (requests: number) => ({ requests, windowSeconds: 60 });
  const rateLimits = { check: perMinute(3), video: perMinute(30) };
  service = await openTestService({ config: { rateLimits, frameBytesMax: 1000 } });
}, 60_000);

afterAll(() => service.close());

beforeEach(async () => {
  organization = await service.addOrganization();
  service.engine.hold()();
  service.engine.script((request) => judged(request));
});

type Request = InjectOptions & { url: string };

const send = (request: Request) => service.inject(request);

const check = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  fastCheckRequest(organization.apiKey, body, headers);

const get = (url: string): Request => ({ url, headers: { 'x-api-key': organization.apiKey } });

/** What is answered with the code, after requests that lead there. */
const REFUSED: Record<ErrorCode, () => Promise<LightMyRequestResponse>> = {
  insufficient_frames: () => send(check({ frames: testFrames(9) })),
  missing_field: () => send(check({ frames: undefined })),
  validation_error: () => send(check({ session_id: 'no UUID' })),
  unsupported_model: () =>
    send({
      ...check({ model: '10', frames: testFrames(10).map((frame) => ({ ...frame, landmarks: null })) }),
      url: '/api/v1/live-check',
    }),
  invalid_video_input: async () => send(await videoRequest(organization, [['model', 'mixed-10-v2']])),
  invalid_metadata: async () => send(await videoRequest(organization, [videoFile(), ['metadata', '{']])),
  invalid_key: () => send(fastCheckRequest('sk-nobody')),
  insufficient_credits: async () => {
    organization = await service.addOrganization({ credits: 0 });
    return send(check());
  },
  account_suspended: async () => {
    organization = await service.addOrganization({ status: 'suspended' });
    return send(check());
  },
  insufficient_scope: async () =>
    send(fastCheckRequest(await service.addKey(organization, { scopes: ['usage:read'] }))),
  tenant_mismatch: async () => {
    const { id } = await service.addOrganization();
    return send(get(`/api/v1/${id}/video/detect/${randomUUID()}`));
  },
  tenant_not_found: () => send(get(`/api/v1/nobody/video/detect/${randomUUID()}`)),
  submission_not_found: () => send(get(`/api/v1/${organization.id}/video/detect/${randomUUID()}`)),
  not_found: () => send(get('/api/v1/nothing')),
  method_not_allowed: () => send(get('/api/v1/fast-check')),
  session_model_mismatch: async () => {
    const session_id = randomUUID();
    await send(check({ session_id }));
    return send(check({ session_id, model: 'mixed-10-v2' }));
  },
  idempotency_conflict: async () => {
    const request = check({}, { 'idempotency-key': 'one' });
    const begun = service.engine.begun(service.engine.inferences.length + 1);
    const release = service.engine.hold();
    const first = send(request);
    await begun;
    const second = await send(request);
    release();
    await first;
    return second;
  },
  payload_too_large: () =>
    send(check({ frames: testFrames(10).map((frame) => ({ ...frame, pixels: 'A'.repeat(2000) })) })),
  unsupported_media_type: () => send({ ...check({}, { 'content-type': 'text/plain' }), payload: 'text' }),
  idempotency_mismatch: async () => {
    await send(check({}, { 'idempotency-key': 'one' }));
    return send(check({}, { 'idempotency-key': 'one' }));
  },
  rate_limit_exceeded: async () => {
    for (let count = 0; count < 3; count++) await send(check());
    return send(check());
  },
  internal_error: () => {
    service.engine.script(new Error('broken'));
    return send(check());
  },
  service_unavailable: () => {
    service.engine.script(new EngineBusyError('full'));
    return send(check());
  },
};

describe('every error code', () => {
  it.each(ERROR_CODES)('%s is answered with its status, in the envelope', async (code) => {
    const response = await REFUSED[code]();
    expect(response.statusCode).toBe(httpStatusOf(code));
    expect(response.json()).toMatchObject({ data: null, success: false, message: expect.any(String) });
    const [first] = response.json().errors;
    expect(Object.keys(first)).toEqual([code]);
    expect(first[code]).toEqual([expect.any(String)]);
    expect(response.headers['x-request-id']).toEqual(expect.any(String));
  });
});

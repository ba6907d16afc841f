import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRequest, testMesh } from '../testing/check-requests.ts';
import { testFrames } from '../testing/fast-check-request.ts';
import { manifest } from '../testing/manifests.ts';
import { openTestService, TEST_MANIFESTS, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  const needs = { landmarks: true, fps: false };
  service = await openTestService({
    manifests: [
      ...TEST_MANIFESTS,
      manifest({ id: 'mixed-10-v3', family: 'v3', needs }),
      manifest({ id: 'mixed-10-v3_1', family: 'v3_1', needs }),
      manifest({ id: 'mixed-10-v3_1_1', family: 'v3_1_1', needs }),
    ],
  });
}, 60_000);

afterAll(() => service.close());

/** Frames with a mesh, except where `landmarks` says something else. */
const meshFrames = (landmarks: Record<number, unknown> = {}, count = 10) =>
  testFrames(count).map((frame) => ({
    ...frame,
    landmarks: frame.index in landmarks ? landmarks[frame.index] : testMesh(),
  }));

const liveRequest = (
  apiKey: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  checkRequest(
    apiKey,
    '/api/v1/live-check',
    { session_id: randomUUID(), model: 'mixed-10-v3', frames: meshFrames(), ...body },
    headers,
  );

describe('a live-check', () => {
  it('answers the whole verification result', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const response = await service.inject(
      liveRequest(organization.apiKey, { metadata: { interview: 7 }, warnings: ['dark'] }),
    );
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      verdict: 'live',
      type: 'VERY HIGH',
      input_source: 'rest_landmarks',
      model: 'mixed-10-v3',
      tenant_metadata: { interview: 7 },
      warnings: ['dark'],
      diagnostics: { frames_received: 10, frames_usable: 10 },
    });
    expect(response.headers['x-service-model-resolved']).toBe('mixed-10-v3');
    expect((await service.readCredits(organization)).balance).toBe(9);
  });

  it('hands arrays and objects alike to the engine, with the frames they belong to', async () => {
    const { apiKey } = await service.addOrganization();
    const objects = testMesh().map(() => ({ x: 0.25, y: 0.75, z: -1, visibility: 1 }));
    await service.inject(liveRequest(apiKey, { frames: meshFrames({ 2: objects }).toReversed() }));
    const { frames, fps } = service.engine.inferences.at(-1)!;
    expect(frames.map(({ index }) => index)).toEqual([...Array(10).keys()]);
    expect(frames.map(({ landmarks }) => landmarks?.length)).toEqual(Array(10).fill(478 * 3));
    expect([...frames[2]!.landmarks!.subarray(0, 3)]).toEqual([0.25, 0.75, -1]);
    expect([...frames[3]!.landmarks!.subarray(0, 3)]).toEqual([0.5, 0.5, 0]);
    expect(fps).toBe(30);
  });

  it('takes the frame rate that is sent', async () => {
    const { apiKey } = await service.addOrganization();
    await service.inject(liveRequest(apiKey, { fps: 24 }));
    expect(service.engine.inferences.at(-1)?.fps).toBe(24);
  });

  it('drops frames without a face and counts them as received and unusable', async () => {
    const { apiKey } = await service.addOrganization();
    const frames = meshFrames({ 0: null, 4: testMesh(467), 7: [] });
    const response = await service.inject(liveRequest(apiKey, { frames }));
    expect(response.json().data.diagnostics).toMatchObject({
      frames_received: 10,
      frames_usable: 7,
      rejections: { 'no-face': 3 },
    });
    const request = service.engine.inferences.at(-1);
    expect(request?.frames.map(({ index }) => index)).toEqual([1, 2, 3, 5, 6, 8, 9]);
    expect(request?.framesDropped).toBe(3);
  });

  it.each(['mixed-10-v3', 'mixed-10-v3_1', 'mixed-10-v3_1_1'])('runs with %s', async (model) => {
    const { apiKey } = await service.addOrganization();
    const response = await service.inject(liveRequest(apiKey, { model }));
    expect(response.json().data.model).toBe(model);
  });

  it('takes a model of the V3 family when none is named, and X-Model-Version before the body', async () => {
    const { apiKey } = await service.addOrganization();
    const unnamed = await service.inject(liveRequest(apiKey, { model: undefined }));
    expect(unnamed.json().data.model).toBe('mixed-10-v3');
    const versioned = await service.inject(
      liveRequest(apiKey, { frame_count: 10 }, { 'x-model-version': 'v3_1' }),
    );
    expect(versioned.json().data.model).toBe('mixed-10-v3_1');
  });

  const point = (value: unknown) => ({ frames: meshFrames({ 3: testMesh().with(5, value as never) }) });

  it.each([
    ['a point is malformed', point([0, 0]), {}, 'validation_error', 'frames[3].landmarks[5]'],
    ['a point is in pixels', point([320, 240, 0]), {}, 'validation_error', 'frames[3].landmarks[5]'],
    [
      'landmarks are no list',
      { frames: meshFrames({ 3: 'x' }) },
      {},
      'validation_error',
      'frames[3].landmarks',
    ],
    ['landmarks are missing', { frames: testFrames(10) }, {}, 'missing_field', 'frames[0].landmarks'],
    ['frames are too few', { frames: meshFrames({}, 9) }, {}, 'insufficient_frames', '9 received'],
    ['the model is of another family', { model: 'mixed-10-v2' }, {}, 'unsupported_model', 'mixed-10-v2'],
    ['the model is unknown', { model: 'mixed-11-v3' }, {}, 'unsupported_model', 'mixed-11-v3'],
    ['the model is not shipped', { model: 'mixed-60-v3' }, {}, 'unsupported_model', 'mixed-60-v3'],
    [
      'the version is of another family',
      { frame_count: 10 },
      { 'x-model-version': 'v2' },
      'unsupported_model',
      'V3',
    ],
    ['the version is unknown', { frame_count: 10 }, { 'x-model-version': 'v9' }, 'unsupported_model', 'v9'],
    [
      'the version has no such model',
      { frame_count: 120 },
      { 'x-model-version': 'v3' },
      'validation_error',
      '120',
    ],
  ])('is refused when %s', async (_, body, headers, code, says) => {
    const organization = await service.addOrganization({ credits: 10 });
    const response = await service.inject(liveRequest(organization.apiKey, body, headers));
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().errors[0])).toEqual([code]);
    expect(response.body).toContain(says);
    expect((await service.readCredits(organization)).balance).toBe(10);
  });

  it('keeps its verdict, for its model', async () => {
    const { apiKey } = await service.addOrganization();
    const request = liveRequest(apiKey);
    await service.inject(request);
    expect((await service.inject(request)).headers['x-service-cached']).toBe('true');
    const { session_id } = request.payload;
    const other = await service.inject(liveRequest(apiKey, { session_id, model: 'mixed-10-v3_1' }));
    expect(Object.keys(other.json().errors[0])).toEqual(['session_model_mismatch']);
  });
});

import { randomUUID } from 'node:crypto';
import { EngineBusyError } from '@vivant/engine/check';
import { judged } from '@vivant/engine/testing/scripted-engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkRequest, testMesh } from '../testing/check-requests.ts';
import { fastCheckRequest, testFrames } from '../testing/fast-check-request.ts';
import { manifest } from '../testing/manifests.ts';
import { openTestService, TEST_MANIFESTS, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  const v3 = manifest({ id: 'mixed-10-v3', family: 'v3', needs: { landmarks: true, fps: false } });
  service = await openTestService({ manifests: [...TEST_MANIFESTS, v3] });
}, 60_000);

afterAll(() => service.close());

beforeEach(() => service.engine.script((request) => judged(request)));

type Body = Record<string, unknown>;

/** One caller and one session. */
async function openSession(credits = 10) {
  const organization = await service.addOrganization({ credits });
  const session_id = randomUUID();
  const send = (url: string, body: Body, headers = {}) =>
    service.inject(checkRequest(organization.apiKey, url, { session_id, ...body }, headers));
  return {
    organization,
    session_id,
    upload: (body: Body = {}, headers = {}) =>
      send('/api/v2/upload', { frames: testFrames(10), ...body }, headers),
    fastCheck: (body: Body = {}, headers = {}) => send('/api/v2/fast-check', body, headers),
    liveCheck: (body: Body = {}, headers = {}) => send('/api/v2/live-check', body, headers),
  };
}

const codeOf = (response: { json(): { errors: object[] } }) => Object.keys(response.json().errors[0]!)[0];

const meshFrames = (landmarks: Record<number, unknown> = {}) =>
  testFrames(10).map((frame) => ({
    ...frame,
    landmarks: frame.index in landmarks ? landmarks[frame.index] : testMesh(),
  }));

describe('an upload', () => {
  it('answers where the session stands, until it is complete', async () => {
    const { upload, session_id } = await openSession();
    const [first, second] = [testFrames(10).slice(0, 4), testFrames(10).slice(3)];
    const incomplete = await upload({ frames: first });
    expect(incomplete.json()).toEqual({
      success: true,
      message: '4 of 10 frames are buffered.',
      data: {
        session_id,
        frames_received: 4,
        frames_required: 10,
        is_complete: false,
        ttl_seconds: 300,
        stored_durable: true,
      },
    });
    expect(incomplete.headers['x-service-model-resolved']).toBe('10');
    const complete = await upload({ frames: second });
    expect(complete.json().data).toMatchObject({ frames_received: 10, is_complete: true });
  });

  it('judges nothing and charges nothing', async () => {
    const { upload, organization } = await openSession();
    const before = service.engine.inferences.length;
    await upload();
    expect(service.engine.inferences).toHaveLength(before);
    expect((await service.readCredits(organization)).balance).toBe(10);
  });

  it('takes more frames than required', async () => {
    const { upload, fastCheck } = await openSession();
    expect((await upload({ frames: testFrames(15) })).json().data.frames_received).toBe(15);
    expect((await fastCheck()).json().data.frames_processed).toBe(15);
  });

  it('stays with the model of its first batch', async () => {
    const { upload } = await openSession();
    const first = await upload({ model: 'mixed-30-v2' });
    expect(first.json().data).toMatchObject({ frames_required: 30, is_complete: false });
    const unnamed = await upload({ frames: testFrames(12) });
    expect(unnamed.json().data).toMatchObject({ frames_received: 12, frames_required: 30 });
    expect(codeOf(await upload({ model: '10' }))).toBe('session_model_mismatch');
    const versioned = await upload({ frame_count: 10 }, { 'x-model-version': 'v2' });
    expect(versioned.statusCode).toBe(409);
  });

  it('keeps nothing for a session that has its verdict', async () => {
    const { upload, fastCheck } = await openSession();
    await upload();
    await fastCheck();
    const again = await upload();
    expect(again.json().data).toMatchObject({
      frames_received: 10,
      is_complete: true,
      ttl_seconds: 0,
      stored_durable: false,
    });
    expect(codeOf(await upload({ model: 'mixed-10-v2' }))).toBe('session_model_mismatch');
  });

  it.each([
    ['frames are missing', { frames: undefined }, 'missing_field', 'frames'],
    ['there are no frames', { frames: [] }, 'validation_error', 'frames'],
    ['an index occurs twice', { frames: [...testFrames(2), ...testFrames(1)] }, 'validation_error', 'twice'],
    ['fps is missing for a hybrid model', { model: 'hybrid-v2-10' }, 'missing_field', 'fps'],
    [
      'a frame is no picture',
      { frames: [{ ...testFrames(1)[0], pixels: 'YWJj' }] },
      'validation_error',
      'Frame 0',
    ],
    [
      'a landmark is malformed',
      { frames: meshFrames({ 3: [[0, 0]] }) },
      'validation_error',
      'frames[3].landmarks[0]',
    ],
    ['the model is unknown', { model: 'mixed-11' }, 'validation_error', 'mixed-11'],
  ])('is refused when %s', async (_, body, code, says) => {
    const { upload } = await openSession();
    const response = await upload(body);
    expect(response.statusCode).toBe(400);
    expect(codeOf(response)).toBe(code);
    expect(response.body).toContain(says);
  });
});

describe('a check of an upload', () => {
  it('answers the verification result with what was said at the upload and now', async () => {
    const { upload, fastCheck, organization, session_id } = await openSession();
    await upload({ model: 'mixed-10-v2', source: 'live', warnings: ['dark'], metadata: { upload: 1 } });
    const response = await fastCheck({ warnings: ['late', 'dark'], metadata: { interview: 7 } });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      verdict: 'live',
      type: 'VERY HIGH',
      session_id,
      model: 'mixed-10-v2',
      input_source: 'upload_frames',
      warnings: ['dark', 'late'],
      tenant_metadata: { interview: 7 },
      frames_processed: 10,
      available: true,
      error: null,
    });
    expect((await service.readCredits(organization)).balance).toBe(9);
  });

  it('takes the frame rate of the check, else of the upload, else 30', async () => {
    const fpsOf = async (atUpload: Body, atCheck: Body) => {
      const { upload, fastCheck } = await openSession();
      await upload(atUpload);
      await fastCheck(atCheck);
      return service.engine.inferences.at(-1)?.fps;
    };
    expect(await fpsOf({ fps: 25 }, { fps: 24 })).toBe(24);
    expect(await fpsOf({ fps: 25, model: 'hybrid-v2-10' }, {})).toBe(25);
    expect(await fpsOf({}, {})).toBe(30);
  });

  it('finds the face itself, whatever landmarks came along', async () => {
    const { upload, fastCheck } = await openSession();
    await upload({ model: 'mixed-10-v3', frames: meshFrames({ 2: null }) });
    await fastCheck();
    const { frames } = service.engine.inferences.at(-1)!;
    expect(frames).toHaveLength(10);
    expect(frames.some((frame) => 'landmarks' in frame)).toBe(false);
  });

  it('answers again without inference or charge, also when the upload is long gone', async () => {
    const { upload, fastCheck, organization } = await openSession();
    await upload({ model: 'mixed-10-v2' });
    const verdict = (await fastCheck()).json().data;
    for (const laterMs of [0, 400_000]) {
      service.clock.advance(laterMs);
      const again = await fastCheck();
      expect(again.json().data).toEqual(verdict);
      expect(again.headers['x-service-cached']).toBe('true');
    }
    expect((await service.readCredits(organization)).balance).toBe(9);
    expect(codeOf(await fastCheck({ model: '10' }))).toBe('session_model_mismatch');
  });

  it('judges once when it is asked for many times at once', async () => {
    const { upload, fastCheck, organization } = await openSession();
    await upload();
    const before = service.engine.inferences.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => fastCheck()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(service.engine.inferences).toHaveLength(before + 1);
    expect((await service.readCredits(organization)).balance).toBe(9);
  });

  it('of an incomplete upload is refused, and works once it is complete', async () => {
    const { upload, fastCheck } = await openSession();
    await upload({ frames: testFrames(9) });
    const refused = await fastCheck();
    expect(refused.json().errors).toEqual([
      { insufficient_frames: ['The model requires 10 frames; 9 received.'] },
    ]);
    await upload();
    expect((await fastCheck()).statusCode).toBe(200);
  });

  it('of an unknown, an expired or a stranger session finds no frames', async () => {
    const [one, other] = [await openSession(), await openSession()];
    const none = [{ insufficient_frames: ['The model requires 10 frames; 0 received.'] }];
    expect((await one.fastCheck()).json().errors).toEqual(none);
    expect((await one.liveCheck()).json().errors).toEqual(none);
    await one.upload();
    expect((await other.fastCheck({ session_id: one.session_id })).json().errors).toEqual(none);
    service.clock.advance(300_000);
    expect((await one.fastCheck()).json().errors).toEqual(none);
  });

  it('with another model than the upload had is refused', async () => {
    const { upload, fastCheck } = await openSession();
    await upload();
    const response = await fastCheck({ model: 'mixed-10-v2' });
    expect(response.statusCode).toBe(409);
    expect(codeOf(response)).toBe('session_model_mismatch');
  });

  it('keeps the frames when too few are usable or the engine is busy', async () => {
    const { upload, fastCheck } = await openSession();
    await upload();
    const counts = { framesRequired: 10, framesReceived: 10, framesUsable: 4, rejections: {} };
    service.engine.script({ kind: 'insufficient', ...counts });
    expect(codeOf(await fastCheck())).toBe('insufficient_frames');
    service.engine.script(new EngineBusyError('full'));
    expect((await fastCheck()).statusCode).toBe(503);
    service.engine.script((request) => judged(request));
    await upload({ frames: testFrames(12) });
    expect((await fastCheck()).json().data.frames_processed).toBe(12);
  });

  it('lets the session start over when a frame cannot be decoded', async () => {
    const { upload, fastCheck } = await openSession();
    await upload();
    service.engine.script({ kind: 'undecodable', frameIndex: 3, cause: 'corrupt' });
    expect(codeOf(await fastCheck())).toBe('validation_error');
    expect((await upload({ frames: testFrames(1) })).json().data.frames_received).toBe(1);
  });

  it('shares its session with the other ways to submit', async () => {
    const { upload, fastCheck, organization, session_id } = await openSession();
    await upload();
    await service.inject(fastCheckRequest(organization.apiKey, { session_id }));
    expect((await fastCheck()).json().data.input_source).toBe('rest_frames');
    expect((await service.readCredits(organization)).balance).toBe(9);
  });
});

describe('a live-check of an upload', () => {
  it('uses the landmarks that were uploaded, and counts frames without a face', async () => {
    const { upload, liveCheck } = await openSession();
    await upload({ model: 'mixed-10-v3', frames: meshFrames({ 2: null, 5: testMesh(10) }) });
    const response = await liveCheck();
    expect(response.json().data).toMatchObject({
      input_source: 'upload_landmarks',
      diagnostics: { frames_received: 10, frames_usable: 8, rejections: { 'no-face': 2 } },
    });
    const { frames } = service.engine.inferences.at(-1)!;
    expect(frames.map(({ index, landmarks }) => [index, landmarks?.length])).toEqual(
      [0, 1, 3, 4, 6, 7, 8, 9].map((index) => [index, 478 * 3]),
    );
  });

  it('of frames without landmarks names what is missing, and costs nothing', async () => {
    const { upload, liveCheck, fastCheck, organization } = await openSession();
    await upload({ model: 'mixed-10-v3' });
    const response = await liveCheck();
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual([{ missing_field: [expect.stringContaining('landmarks')] }]);
    expect((await service.readCredits(organization)).balance).toBe(10);
    expect((await fastCheck()).statusCode).toBe(200);
  });

  it('needs a model of a V3 family', async () => {
    const { upload, liveCheck } = await openSession();
    await upload({ frames: meshFrames() });
    expect(codeOf(await liveCheck())).toBe('unsupported_model');
    expect(codeOf(await liveCheck({ model: 'mixed-11' }))).toBe('unsupported_model');
  });
});

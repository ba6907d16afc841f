import { randomUUID } from 'node:crypto';
import { EngineBusyError } from '@vivant/engine/check';
import { judged } from '@vivant/engine/testing/scripted-engine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checks } from '../checks/checks-table.ts';
import { checkRequest, greyPng, streamRequests } from '../testing/check-requests.ts';
import { fastCheckRequest, testFrames } from '../testing/fast-check-request.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

beforeEach(() => service.engine.script((request) => judged(request)));

type Requests = ReturnType<typeof streamRequests>;

/** Sends requests one after the other. */
async function sendAll(requests: Requests) {
  const answers = [];
  for (const request of requests) answers.push(await service.inject(request));
  return answers;
}

describe('a stream', () => {
  it('answers how many frames are buffered until the set is complete', async () => {
    const { apiKey } = await service.addOrganization();
    const requests = streamRequests(apiKey, { warnings: ['dark', 'dark'] });
    const answers = await sendAll(requests.slice(0, 9));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200));
    expect(answers[8]?.json()).toEqual({
      success: true,
      message: '9 of 10 frames are buffered.',
      data: {
        status: 'buffering',
        session_id: requests[0]?.payload.session_id,
        frames_received: 9,
        frames_required: 10,
        ttl_seconds: 300,
        warnings: ['dark'],
      },
    });
    expect(answers[8]?.headers['x-service-model-resolved']).toBe('10');
  });

  it('answers the verdict, all its fields and the warnings of all frames with the last one', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    const requests = streamRequests(apiKey, { session_id, model: 'mixed-10-v2', source: 'live' });
    requests[0]!.payload.warnings = ['dark', { code: 'blur' }];
    requests[0]!.payload.metadata = { interview: 7 };
    requests[9]!.payload.warnings = ['late', 'dark'];
    const answers = await sendAll(requests);
    expect(answers[8]?.json().data).toMatchObject({ status: 'buffering', warnings: null });
    expect(answers[9]?.headers).not.toHaveProperty('x-service-cached');
    expect(answers[9]?.json()).toEqual({
      success: true,
      message: 'The check is complete.',
      data: {
        status: 'complete',
        verdict: 'live',
        confidence: 0.93,
        real_score: 0.93,
        score: 93,
        type: 'VERY HIGH',
        session_id,
        model: 'mixed-10-v2',
        input_source: 'rest_stream',
        processing_ms: 0,
        frames_processed: 10,
        frames_received: 10,
        frames_required: 10,
        ttl_seconds: 0,
        tenant_metadata: { interview: 7 },
        available: true,
        warning: null,
        warnings: ['dark', { code: 'blur' }, 'late'],
        error: null,
        created_at: service.clock.now().toISOString(),
        diagnostics: expect.objectContaining({ frames_received: 10 }),
      },
    });
  });

  it('hands the frames to the engine sorted by index, in whatever order they came', async () => {
    const { apiKey } = await service.addOrganization();
    await sendAll(streamRequests(apiKey).toReversed());
    const { frames } = service.engine.inferences.at(-1)!;
    expect(frames.map(({ index }) => index)).toEqual([...Array(10).keys()]);
    expect(frames[3]).toMatchObject({ timestampMs: 100 });
  });

  it('costs what its model costs, once, however often frames are sent again', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const requests = streamRequests(organization.apiKey, { model: 'mixed-30-v2', count: 30 });
    const before = service.engine.inferences.length;
    await sendAll(requests);
    await sendAll(requests);
    expect(await service.readCredits(organization)).toEqual({ balance: 7, amounts: [10, -3] });
    expect(service.engine.inferences).toHaveLength(before + 1);
  });

  it('counts an index once', async () => {
    const { apiKey } = await service.addOrganization();
    const requests = streamRequests(apiKey);
    const [first] = requests;
    const answers = await sendAll([first!, first!, requests[1]!]);
    expect(answers.map((answer) => answer.json().data.frames_received)).toEqual([1, 1, 2]);
  });

  it('answers the verdict again to every frame that comes later, also when its buffer is long gone', async () => {
    const { apiKey } = await service.addOrganization();
    const requests = streamRequests(apiKey);
    const verdict = (await sendAll(requests)).at(-1)?.json().data;
    for (const laterMs of [0, 1000, 400_000]) {
      service.clock.advance(laterMs);
      const [again] = await sendAll([requests[4]!]);
      expect(again?.json().data).toEqual(verdict);
      expect(again?.headers['x-service-cached']).toBe('true');
    }
  });

  it('is judged anew after 24 hours', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const requests = streamRequests(organization.apiKey);
    await sendAll(requests);
    service.clock.advance(24 * 60 * 60 * 1000 - 60_000);
    await sendAll([requests[0]!]);
    service.clock.advance(60_000);
    const answers = await sendAll(requests);
    expect(answers[0]?.json().data.status).toBe('buffering');
    expect(answers[9]?.json().data.status).toBe('complete');
    expect((await service.readCredits(organization)).balance).toBe(8);
  });

  it('starts anew when its verdict is gone before the note of it', async () => {
    const { apiKey, id } = await service.addOrganization();
    const requests = streamRequests(apiKey);
    await sendAll(requests);
    const createdAt = new Date(service.clock.now().getTime() - 24 * 60 * 60 * 1000);
    await service.database.db.update(checks).set({ createdAt }).where(eq(checks.organizationId, id));
    const [answer] = await sendAll(requests);
    expect(answer?.json().data).toMatchObject({ status: 'buffering', frames_received: 1 });
  });

  it('keeps frames for 300 seconds from the last new one on, and says for how long', async () => {
    const { apiKey } = await service.addOrganization();
    const requests = streamRequests(apiKey);
    await sendAll([requests[0]!]);
    service.clock.advance(299_000);
    await sendAll([requests[1]!]);
    service.clock.advance(100_500);
    const [repeated] = await sendAll([requests[1]!]);
    expect(repeated?.json().data).toMatchObject({ frames_received: 2, ttl_seconds: 200 });
    service.clock.advance(199_500);
    const [anew] = await sendAll([requests[2]!]);
    expect(anew?.json().data).toMatchObject({ frames_received: 1, ttl_seconds: 300 });
  });

  it('takes its model from X-Model-Version and frame_count', async () => {
    const { apiKey } = await service.addOrganization();
    const answers = await sendAll(
      streamRequests(apiKey, { model: 'nonsense', frame_count: 10 }, { 'x-model-version': 'latest' }),
    );
    expect(answers[9]?.json().data.model).toBe('mixed-10-v2');
  });

  it('judges once for frames in parallel, and answers the verdict to exactly one', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const before = service.engine.inferences.length;
    const answers = await Promise.all(
      streamRequests(organization.apiKey).map((request) => service.inject(request)),
    );
    const statuses = answers
      .map((answer) => answer.json().data.status as string)
      .toSorted((a, b) => a.localeCompare(b));
    expect(statuses).toEqual([...Array(9).fill('buffering'), 'complete']);
    expect(service.engine.inferences).toHaveLength(before + 1);
    expect((await service.readCredits(organization)).balance).toBe(9);
  });

  it('lets a frame that is sent again while the set is judged wait for the verdict', async () => {
    const { apiKey } = await service.addOrganization();
    const requests = streamRequests(apiKey);
    await sendAll(requests.slice(0, 9));
    const begun = service.engine.begun(service.engine.inferences.length + 1);
    const release = service.engine.hold();
    const last = service.inject(requests[9]!);
    await begun;
    const again = service.inject(requests[9]!);
    release();
    expect((await again).json().data).toEqual((await last).json().data);
  });

  it('of another organization is another stream, even with the same id', async () => {
    const [one, other] = [await service.addOrganization(), await service.addOrganization()];
    const session_id = randomUUID();
    await sendAll(streamRequests(one.apiKey, { session_id }).slice(0, 5));
    const [answer] = await sendAll(streamRequests(other.apiKey, { session_id, model: 'mixed-10-v2' }));
    expect(answer?.json().data.frames_received).toBe(1);
  });
});

describe('a stream frame is refused', () => {
  it('when its index is the number of frames or above', async () => {
    const { apiKey } = await service.addOrganization();
    const [, last] = streamRequests(apiKey, { count: 11 }).slice(9);
    const [answer] = await sendAll([last!]);
    expect(answer?.statusCode).toBe(400);
    expect(answer?.json().errors).toEqual([
      { validation_error: [expect.stringMatching(/^frame\.index: 10 exceeds the model maximum/)] },
    ]);
  });

  it('when the model is another one than the first frame had, also after the verdict', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    const requests = streamRequests(apiKey, { session_id });
    const other = streamRequests(apiKey, { session_id, model: 'mixed-10-v2' });
    const mismatch = async () => {
      const [answer] = await sendAll([other[1]!]);
      expect(answer?.statusCode).toBe(409);
      expect(Object.keys(answer?.json().errors[0])).toEqual(['session_model_mismatch']);
      expect(answer?.headers['x-service-model-resolved']).toBe('mixed-10-v2');
    };
    await sendAll(requests.slice(0, 1));
    await mismatch();
    await sendAll(requests);
    await mismatch();
    service.clock.advance(400_000);
    await mismatch();
  });

  it('when another way gave the session a verdict of another model', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    await service.inject(fastCheckRequest(apiKey, { session_id, model: 'mixed-10-v2' }));
    const [same] = await sendAll(streamRequests(apiKey, { session_id, model: 'mixed-10-v2' }));
    expect(same?.json().data).toMatchObject({ status: 'complete', input_source: 'rest_frames' });
    const [other] = await sendAll(streamRequests(apiKey, { session_id }));
    expect(other?.statusCode).toBe(409);
  });

  const frame = (pixels: string) => ({ frame: { index: 3, timestamp_ms: 1, pixels } });

  it.each([
    ['pixels are no base64', frame('not base64!'), 400, 'validation_error', 'Frame 3'],
    ['pixels are no picture', frame('YWJj'), 400, 'validation_error', 'Frame 3 is no PNG'],
    ['the picture is too large', frame(greyPng(4097, 1)), 413, 'payload_too_large', 'Frame 3'],
    ['the frame is missing', { frame: undefined }, 400, 'missing_field', 'frame'],
    ['there is no session', { session_id: undefined }, 400, 'missing_field', 'session_id'],
    ['fps is missing for a hybrid model', { model: 'hybrid-v2-10' }, 400, 'missing_field', 'fps'],
    ['the model is unknown', { model: 'mixed-11' }, 400, 'validation_error', 'mixed-11'],
    ['warnings are too long', { warnings: ['x'.repeat(70_000)] }, 400, 'validation_error', 'warnings'],
  ])('when %s, and nothing is buffered', async (_, body, status, code, says) => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    const answer = await service.inject(streamRequests(apiKey, { session_id, ...body })[0]!);
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(answer.json().errors[0])).toEqual([code]);
    expect(answer.body).toContain(says);
    const [next] = await sendAll(streamRequests(apiKey, { session_id, fps: 30 }));
    expect(next?.json().data.frames_received).toBe(1);
  });

  it('before anything is buffered when the account cannot pay', async () => {
    const { apiKey } = await service.addOrganization({ credits: 2 });
    const [poor] = await sendAll(streamRequests(apiKey, { model: 'mixed-30-v2' }));
    expect(poor?.statusCode).toBe(402);
    expect(poor?.json().message).toBe('This check requires 3 credits; 2 are available.');
    const suspended = await service.addOrganization({ status: 'suspended' });
    const [refused] = await sendAll(streamRequests(suspended.apiKey));
    expect(Object.keys(refused?.json().errors[0])).toEqual(['account_suspended']);
  });

  it('when its session exceeds its room', async () => {
    const { apiKey } = await service.addOrganization();
    const small = await openTestService({ database: service.database, config: { sessionBytesMax: 700 } });
    const answers = [];
    for (const request of streamRequests(apiKey).slice(0, 3)) answers.push(await small.inject(request));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 413]);
    await small.close();
  });

  it('by 503 when no more frames fit into the process', async () => {
    const { apiKey } = await service.addOrganization();
    const small = await openTestService({ database: service.database, config: { frameBufferBytesMax: 700 } });
    const answers = [];
    for (let at = 0; at < 3; at++) answers.push(await small.inject(streamRequests(apiKey)[0]!));
    expect(answers.at(-1)?.statusCode).toBe(503);
    expect(answers.at(-1)?.headers['retry-after']).toBe('5');
    await small.close();
  });
});

describe('a stream whose check fails', () => {
  it('starts over when its frames cannot be judged', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const requests = streamRequests(organization.apiKey);
    service.engine.script({
      kind: 'insufficient',
      framesRequired: 10,
      framesReceived: 10,
      framesUsable: 4,
      rejections: { 'no-face': 6 },
    });
    const refused = (await sendAll(requests)).at(-1);
    expect(refused?.statusCode).toBe(400);
    expect(refused?.json().message).toContain('no-face 6');

    service.engine.script((request) => judged(request));
    const answers = await sendAll(requests);
    expect(answers.map((answer) => answer.json().data.frames_received)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
  });

  it('keeps its frames when the engine is busy: any of them, sent again, asks for the verdict', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const requests = streamRequests(organization.apiKey);
    service.engine.script(new EngineBusyError('full'));
    expect((await sendAll(requests)).at(-1)?.statusCode).toBe(503);
    service.engine.script((request) => judged(request));
    const [answer] = await sendAll([requests[2]!]);
    expect(answer?.json().data).toMatchObject({ status: 'complete', frames_received: 10 });
    expect(answer?.headers).not.toHaveProperty('x-service-cached');
    expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
  });
});

it('counts nothing for a request without its frame index', async () => {
  const { apiKey } = await service.addOrganization();
  const [first] = testFrames(1);
  const answer = await service.inject(
    checkRequest(apiKey, '/api/v1/fast-check-stream', {
      session_id: randomUUID(),
      frame: { ...first, index: undefined },
    }),
  );
  expect(answer.json().errors).toEqual([{ missing_field: ['frame.index: is required'] }]);
});

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { decodeImage } from '@vivant/engine/image/decode';
import {
  type ClipFolder,
  createClipFolder,
  findFfmpegBuilds,
  redLeftBlueRight,
} from '@vivant/video/testing/clips';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRequest } from '../testing/check-requests.ts';
import { testFrames } from '../testing/fast-check-request.ts';
import { openTestService, type TestService, type TestServiceOptions } from '../testing/test-service.ts';

const [ffmpeg] = await findFfmpegBuilds(process.env.CI === 'true');

describe.skipIf(!ffmpeg)('the upload of a video', () => {
  let service: TestService;
  let clips: ClipFolder;

  beforeAll(async () => {
    clips = await createClipFolder(ffmpeg!.path);
    service = await openTestService({ config: { ffmpegPath: ffmpeg!.path } });
  });

  afterAll(async () => {
    await service.close();
    await clips.remove();
  });

  type Fields = Record<string, string | Uint8Array<ArrayBuffer>>;

  /** A form as a browser sends it; bytes become a file. */
  async function form(fields: Fields) {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') data.append(name, value);
      else data.append(name, new Blob([value]), 'clip.bin');
    }
    const encoded = new Response(data);
    const payload = Buffer.from(await encoded.arrayBuffer());
    return { payload, headers: { 'content-type': encoded.headers.get('content-type') ?? '' } };
  }

  async function upload(apiKey: string, fields: Fields, to = service) {
    const { payload, headers } = await form(fields);
    return to.inject({
      method: 'POST',
      url: '/api/v2/upload',
      headers: { 'x-api-key': apiKey, ...headers },
      payload,
    });
  }

  const clip = async (seconds = 3, name = `clip-${seconds}.mp4`) => {
    const path = await clips.make(name, ...redLeftBlueRight(64, 48, seconds, 10));
    return new Uint8Array(await readFile(path));
  };

  const codeOf = (response: { json(): { errors: object[] } }) => Object.keys(response.json().errors[0]!)[0];

  async function strictly(
    config: NonNullable<TestServiceOptions['config']>,
    use: (strict: TestService) => Promise<void>,
  ) {
    const strict = await openTestService({ database: service.database, config });
    await use(strict);
    await strict.close();
  }

  it('buffers its first frames with their times, for a check that follows', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    const response = await upload(apiKey, { session_id, model: 'mixed-10-v2', video: await clip() });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toEqual({
      session_id,
      frames_received: 20,
      frames_required: 10,
      is_complete: true,
      ttl_seconds: 300,
      stored_durable: true,
    });

    const check = await service.inject(checkRequest(apiKey, '/api/v2/fast-check', { session_id }));
    expect(check.json().data).toMatchObject({ model: 'mixed-10-v2', input_source: 'upload_frames' });
    const { frames, fps } = service.engine.inferences.at(-1)!;
    expect(frames.map(({ index, timestampMs }) => [index, timestampMs])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index, index * 100]),
    );
    expect(fps).toBeCloseTo(10, 3);
    const [frame] = frames;
    const picture = frame && 'bytes' in frame ? decodeImage(frame.bytes) : undefined;
    expect(picture).toMatchObject({ ok: true, image: { width: 64, height: 48 } });
    // Red on the left, blue on the right, as far as a lossy clip keeps them.
    const { data } = (picture as { image: { data: Uint8Array } }).image;
    expect([data[0]! > 200, data[2]! < 60]).toEqual([true, true]);
    expect([data[63 * 3]! < 60, data[63 * 3 + 2]! > 200]).toEqual([true, true]);
  });

  it('reads what a form says as a JSON body would', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    await upload(apiKey, {
      video: await clip(),
      session_id,
      model: '',
      source: 'live',
      fps: '12.5',
      warnings: '["dark", {"code": "blur"}]',
      metadata: '{"interview": 7}',
      trace_id: 'unknown fields are ignored',
    });
    const check = await service.inject(checkRequest(apiKey, '/api/v2/fast-check', { session_id }));
    expect(check.json().data).toMatchObject({
      model: '10',
      warnings: ['dark', { code: 'blur' }],
      tenant_metadata: { interview: 7 },
    });
    expect(service.engine.inferences.at(-1)?.fps).toBe(12.5);
  });

  it('follows the frames that are there', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    await service.inject(checkRequest(apiKey, '/api/v2/upload', { session_id, frames: testFrames(4) }));
    const short = await clip(0.5);
    expect((await upload(apiKey, { session_id, video: short })).json().data.frames_received).toBe(9);
    const second = await upload(apiKey, { session_id, video: short });
    expect(second.json().data).toMatchObject({ frames_received: 14, is_complete: true });
  });

  it('leaves no file behind, whatever becomes of it', async () => {
    const { apiKey } = await service.addOrganization();
    const files = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('vivant-upload-'));
    const before = await files();
    await upload(apiKey, { session_id: randomUUID(), video: await clip() });
    await upload(apiKey, { session_id: 'no UUID', video: await clip() });
    await upload(apiKey, { session_id: randomUUID(), video: await clip(), frames: '[]' });
    await expect.poll(async () => (await files()).filter((name) => !before.includes(name))).toEqual([]);
  });

  const text = new TextEncoder();

  it.each<[string, () => Promise<Fields>, number, string]>([
    ['is no video', async () => ({ video: text.encode('not a video') }), 400, 'invalid_video_input'],
    [
      'is a playlist',
      async () => ({ video: text.encode('#EXTM3U\nhttp://127.0.0.1/') }),
      400,
      'invalid_video_input',
    ],
    [
      'is cut off in its header',
      async () => ({ video: (await clip()).slice(0, 200) }),
      400,
      'invalid_video_input',
    ],
    ['is absent', async () => ({}), 400, 'invalid_video_input'],
    ['is a text', async () => ({ video: 'text' }), 400, 'invalid_video_input'],
    ['comes with frames', async () => ({ video: await clip(), frames: '[]' }), 400, 'invalid_video_input'],
    [
      'comes with broken metadata',
      async () => ({ video: await clip(), metadata: '{' }),
      400,
      'invalid_metadata',
    ],
    ['comes with a wrong fps', async () => ({ video: await clip(), fps: 'fast' }), 400, 'validation_error'],
    [
      'comes for an unknown model',
      async () => ({ video: await clip(), model: 'x' }),
      400,
      'validation_error',
    ],
  ])('is refused when it %s', async (_, fields, status, code) => {
    const { apiKey } = await service.addOrganization();
    const response = await upload(apiKey, { session_id: randomUUID(), ...(await fields()) });
    expect(response.statusCode).toBe(status);
    expect(codeOf(response)).toBe(code);
  });

  it('is refused without a session', async () => {
    const { apiKey } = await service.addOrganization();
    expect(codeOf(await upload(apiKey, { video: await clip() }))).toBe('missing_field');
  });

  it('is refused when it is too large', async () => {
    const { apiKey } = await service.addOrganization();
    await strictly({ ffmpegPath: ffmpeg!.path, videoBytesMax: 1024 }, async (strict) => {
      const response = await upload(apiKey, { session_id: randomUUID(), video: await clip() }, strict);
      expect(response.statusCode).toBe(413);
      expect(response.json().errors).toEqual([
        { payload_too_large: ['A video may have at most 1024 bytes.'] },
      ]);
    });
  });

  it('is unavailable where there is no ffmpeg', async () => {
    const { apiKey } = await service.addOrganization();
    await strictly({ ffmpegPath: '/nowhere/ffmpeg' }, async (strict) => {
      const response = await upload(apiKey, { session_id: randomUUID(), video: await clip() }, strict);
      expect(response.statusCode).toBe(503);
    });
  });

  it('is refused when its form ends early', async () => {
    const { apiKey } = await service.addOrganization();
    const { payload, headers } = await form({ session_id: randomUUID(), video: await clip() });
    const response = await service.inject({
      method: 'POST',
      url: '/api/v2/upload',
      headers: { 'x-api-key': apiKey, ...headers },
      payload: payload.subarray(0, payload.length - 60),
    });
    expect(response.statusCode).toBe(400);
    expect(codeOf(response)).toBe('validation_error');
  });

  it('is possible on this route only, and for callers with a key only', async () => {
    const { apiKey } = await service.addOrganization();
    const { payload, headers } = await form({ session_id: randomUUID(), video: await clip() });
    const elsewhere = await service.inject({
      method: 'POST',
      url: '/api/v1/fast-check',
      headers: { 'x-api-key': apiKey, ...headers },
      payload,
    });
    expect(elsewhere.statusCode).toBe(415);
    const stranger = await service.inject({ method: 'POST', url: '/api/v2/upload', headers, payload });
    expect(stranger.statusCode).toBe(401);
  });
});

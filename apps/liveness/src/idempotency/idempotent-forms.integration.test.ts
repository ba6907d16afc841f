import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClipFolder,
  createClipFolder,
  findFfmpegBuilds,
  redLeftBlueRight,
} from '@vivant/video/testing/clips';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFileObjectStore } from '../objects/file-object-store.ts';
import { openTestService, type TestOrganization, type TestService } from '../testing/test-service.ts';
import { openSession } from '../testing/verification-session.ts';
import { type FormPart, mp4Head, videoFile, videoRequest } from '../testing/video-request.ts';
import { videoSubmissions } from '../videos/video-submissions-table.ts';
import { idempotentRequests } from './idempotent-requests-table.ts';

const [ffmpeg] = await findFfmpegBuilds(process.env.CI === 'true');

type Parts = readonly (readonly [string, FormPart])[];

let service: TestService;
let folder: string;
let organization: TestOrganization;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vivant-forms-'));
  const config = ffmpeg ? { ffmpegPath: ffmpeg.path } : {};
  service = await openTestService({ objects: createFileObjectStore(folder), config });
}, 60_000);

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  organization = await service.addOrganization();
});

const codeOf = (answer: { json(): any }) => Object.keys(answer.json().errors[0])[0];

/** Every request has a boundary of its own. */
async function send(
  key: string,
  parts: Parts,
  { url, headers }: { url?: string; headers?: Record<string, string> } = {},
) {
  const request = await videoRequest(organization, parts, { 'idempotency-key': key, ...headers });
  return service.inject({ ...request, ...(url && { url }) });
}

describe('a video submitted twice with one Idempotency-Key', () => {
  const storedVideos = () => readdir(join(folder, 'videos')).catch(() => []);

  const submissions = () =>
    service.database.db
      .select()
      .from(videoSubmissions)
      .where(eq(videoSubmissions.organizationId, organization.id));

  const parts: Parts = [videoFile(), ['model', 'mixed-10-v2'], ['metadata', '{"case":7}']];

  it('is answered alike and submitted once, whatever the order of its parts', async () => {
    const first = await send('one', parts);
    expect(first.statusCode).toBe(201);
    const kept = await storedVideos();
    const again = await send('one', parts.toReversed());
    expect(again.statusCode).toBe(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
    expect(await submissions()).toHaveLength(1);
    expect(await storedVideos()).toEqual(kept);
  });

  const otherByte = mp4Head();
  otherByte[500] = 1;

  it.each<[string, Parts]>([
    ['another byte of the file', [videoFile('clip.mp4', otherByte), ...parts.slice(1)]],
    ['another name of the file', [videoFile('clap.mp4'), ...parts.slice(1)]],
    ['another value of the same length', [...parts.slice(0, 2), ['metadata', '{"case":8}']]],
    ['one field less', parts.slice(0, 2)],
    ['a field nobody knows', [...parts, ['trace', 'a']]],
    ['a file nobody wants', [...parts, ['other', { bytes: Buffer.from('a'), filename: 'a' }]]],
  ])('is another one with %s', async (_, other) => {
    await send('one', parts);
    const kept = await storedVideos();
    const refused = await send('one', other);
    expect(refused.statusCode).toBe(422);
    expect(codeOf(refused)).toBe('idempotency_mismatch');
    expect(await submissions()).toHaveLength(1);
    expect(await storedVideos()).toEqual(kept);
  });

  it('is submitted once when both come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('one', parts)));
    const fresh = answers.filter(
      ({ statusCode, headers }) => statusCode === 201 && !headers['idempotency-replayed'],
    );
    expect(fresh).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(refused.length > 0 ? ['idempotency_conflict'] : []));
    expect(await submissions()).toHaveLength(1);
  });

  it('with a verification token is refused without a trace of the key', async () => {
    const { token } = await openSession(service, organization);
    const refused = await send('one', parts, { headers: { 'x-api-key': token } });
    expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'invalid_key']);
    const kept = eq(idempotentRequests.organizationId, organization.id);
    expect(await service.database.db.select().from(idempotentRequests).where(kept)).toEqual([]);
    const accepted = await send('one', parts);
    expect(accepted.statusCode).toBe(201);
    expect(accepted.headers).not.toHaveProperty('idempotency-replayed');
    // What was answered to the server is nothing for its browsers either.
    expect((await send('one', parts, { headers: { 'x-api-key': token } })).statusCode).toBe(401);
  });

  it('repeats the refusal of its model too', async () => {
    const wrong: Parts = [videoFile(), ['model', 'none']];
    expect(codeOf(await send('one', wrong))).toBe('invalid_video_input');
    expect((await send('one', wrong)).headers['idempotency-replayed']).toBe('true');
  });
});

describe.skipIf(!ffmpeg)('a video uploaded twice with one Idempotency-Key', () => {
  let clips: ClipFolder;

  beforeAll(async () => {
    clips = await createClipFolder(ffmpeg!.path);
  });

  afterAll(() => clips.remove());

  it('is read once, and is another one with other bytes', async () => {
    const clip = await readFile(
      await clips.make('clip.mp4', ...redLeftBlueRight(64, 48, 1), '-c:v', 'mpeg4'),
    );
    const session_id = randomUUID();
    const upload = (bytes: Uint8Array) =>
      send(
        'one',
        [
          ['session_id', session_id],
          ['video', { bytes, filename: 'clip.mp4' }],
        ],
        { url: '/api/v2/upload' },
      );
    const first = await upload(clip);
    expect(first.statusCode).toBe(200);
    const again = await upload(clip);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
    const other = Buffer.from(clip);
    other[other.length - 1]! ^= 1;
    expect((await upload(other)).statusCode).toBe(422);
    const status = { organizationId: organization.id, sessionId: session_id };
    const buffered = await service.services.uploads.frameBuffer.status(status);
    expect(buffered?.framesReceived).toBe(first.json().data.frames_received);
  });
});

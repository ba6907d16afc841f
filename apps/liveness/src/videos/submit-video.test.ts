import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileObjectStore } from '../objects/file-object-store.ts';
import { type ObjectStore, ObjectStoreError } from '../objects/object-store.ts';
import { openTestService, type TestOrganization, type TestService } from '../testing/test-service.ts';
import { type FormPart, mp4Head, videoFile, videoRequest } from '../testing/video-request.ts';
import { videoKey } from './video-key.ts';
import { videoSubmissions } from './video-submissions-table.ts';

const BYTES_MAX = 100_000;

let service: TestService;
let objects: ObjectStore;
let folder: string;
let organization: TestOrganization;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vivant-submit-'));
  objects = createFileObjectStore(folder);
  service = await openTestService({ objects, config: { videoBytesMax: BYTES_MAX } });
}, 60_000);
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  organization = await service.addOrganization();
});

type Parts = readonly (readonly [string, FormPart])[];

async function submit(parts: Parts, headers: Record<string, string> = {}) {
  return service.inject(await videoRequest(organization, parts, headers));
}

/** Sends what is refused, requires that nothing is kept of it, and gives status and codes. */
async function refusal(parts: Parts, headers: Record<string, string> = {}): Promise<[number, ...string[]]> {
  const before = await storedVideos();
  const response = await submit(parts, headers);
  expect(await submissions()).toEqual([]);
  expect(await storedVideos(), 'nothing is kept of a refused video').toEqual(before);
  return [response.statusCode, ...Object.keys(response.json().errors[0])];
}

const submissions = () =>
  service.database.db
    .select()
    .from(videoSubmissions)
    .where(eq(videoSubmissions.organizationId, organization.id));

const storedVideos = () => readdir(join(folder, 'videos')).catch(() => []);

describe('submitting a video', () => {
  it('answers 201 with the submission, and charges nothing yet', async () => {
    const response = await submit([videoFile(), ['metadata', '{"case": 7}'], ['model', 'mixed-30-v2']]);
    expect(response.statusCode).toBe(201);
    expect(response.headers['x-service-model-resolved']).toBe('mixed-30-v2');
    const { data, success } = response.json();
    expect(success).toBe(true);
    expect(data).toEqual({
      submission_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant: organization.id,
      status: 'pending',
      model: 'mixed-30-v2',
      message: expect.any(String),
      tenant_metadata: { case: 7 },
      created_at: service.clock.now().toISOString(),
    });
    expect(await service.readCredits(organization)).toEqual({ balance: 100, amounts: [100] });
    const poll = await service.inject({
      url: `/api/v1/${organization.id}/video/detect/${data.submission_id}`,
      headers: { 'x-api-key': organization.apiKey },
    });
    expect(poll.json().data).toEqual({
      submission_id: data.submission_id,
      tenant: organization.id,
      status: 'pending',
      result: null,
      tenant_metadata: { case: 7 },
      message: expect.any(String),
      error: null,
      created_at: data.created_at,
      completed_at: null,
    });
  });

  it('keeps the video as it was sent, whatever the order of the parts', async () => {
    const bytes = mp4Head(BYTES_MAX);
    bytes.fill(7, 300);
    const response = await submit([['metadata', ''], videoFile('CLIP.MOV', bytes), ['unknown', 'field']]);
    expect(response.statusCode).toBe(201);
    const parts: Buffer[] = [];
    for await (const part of await objects.open(videoKey(response.json().data.submission_id)))
      parts.push(part);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  it('takes an address instead, and never tells or keeps it in the answer', async () => {
    const response = await submit([['video_url', 'https://example.org/clip?signature=secret']]);
    expect(response.statusCode).toBe(201);
    expect(response.body).not.toContain('secret');
    expect(await submissions()).toMatchObject([{ videoUrl: 'https://example.org/clip?signature=secret' }]);
  });

  it('takes the form of a browser, which sends what was left empty', async () => {
    const empty = ['video_file', { bytes: Buffer.alloc(0), filename: '' }] as const;
    expect((await submit([empty, ['video_url', 'https://example.org/a'], ['model', '']])).statusCode).toBe(
      201,
    );
  });

  it('uses mixed-10-v2 by default, and names a deprecated model', async () => {
    expect((await submit([videoFile()])).json().data.model).toBe('mixed-10-v2');
    const { headers } = await submit([videoFile(), ['model', 'mixed-10']]);
    expect(headers).toMatchObject({ deprecation: 'true', 'x-service-suggested-model': 'mixed-10-v2' });
  });

  it('takes X-Model-Version with frame_count', async () => {
    const response = await submit([videoFile(), ['frame_count', '30'], ['model', 'ignored']], {
      'x-model-version': 'v2',
    });
    expect(response.json().data.model).toBe('mixed-30-v2');
  });

  it.each(['mp4', 'avi', 'mov', 'webm', 'mkv', 'MP4'])('takes the extension %s', async (extension) => {
    expect((await submit([videoFile(`a.b.${extension}`)])).statusCode).toBe(201);
  });

  it.each<[string, Parts]>([
    ['no video', [['model', 'mixed-10-v2']]],
    ['a file and an address', [videoFile(), ['video_url', 'https://example.org/a.mp4']]],
    ['two files', [videoFile(), videoFile()]],
    [
      'two addresses',
      [
        ['video_url', 'https://example.org/a'],
        ['video_url', 'https://example.org/b'],
      ],
    ],
    ['text for a file', [['video_file', 'clip.mp4']]],
    ['another extension', [videoFile('clip.gif')]],
    ['no extension', [videoFile('mp4')]],
    [
      'an image with the name of a video',
      [videoFile('clip.mp4', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(500), 'latin1'))],
    ],
    ['a playlist', [videoFile('clip.mp4', Buffer.from('#EXTM3U\nfile:///etc/passwd\n'))]],
    ['an empty file', [videoFile('clip.mp4', Buffer.alloc(0))]],
    ['an unknown model', [videoFile(), ['model', 'mixed-99']]],
    ['a model that is not shipped', [videoFile(), ['model', 'mixed-60-v3']]],
    ['a malformed frame_count', [videoFile(), ['frame_count', 'ten']]],
    ['an address that is no URL', [['video_url', 'clip.mp4']]],
    ['a file: address', [['video_url', 'file:///etc/passwd']]],
    ['credentials in the address', [['video_url', 'https://user:pw@example.org/a.mp4']]],
    ['a port of another protocol', [['video_url', 'http://example.org:22/']]],
  ])('refuses %s as invalid_video_input', async (_, parts) => {
    expect(await refusal(parts)).toEqual([400, 'invalid_video_input']);
  });

  it.each([
    { version: 'v9', frameCount: '10' },
    { version: 'v2', frameCount: '' },
    { version: 'v3', frameCount: '120' },
  ])('refuses a version without a model as invalid_video_input: %o', async ({ version, frameCount }) => {
    const headers = { 'x-model-version': version };
    expect(await refusal([videoFile(), ['frame_count', frameCount]], headers)).toEqual([
      400,
      'invalid_video_input',
    ]);
  });

  it.each([
    ['text', 'case 7'],
    ['an array', '[1]'],
    ['a number', '7'],
    ['null', 'null'],
    ['too much', JSON.stringify({ text: 'x'.repeat(70_000) })],
    ['far too much', JSON.stringify({ text: 'x'.repeat(300_000) })],
  ])('refuses metadata that is %s as invalid_metadata', async (_, metadata) => {
    expect(await refusal([videoFile(), ['metadata', metadata]])).toEqual([400, 'invalid_metadata']);
    expect(await refusal([['metadata', metadata], videoFile()])).toEqual([400, 'invalid_metadata']);
  });

  it('refuses a file over the limit, and takes one of exactly the limit', async () => {
    expect(await refusal([videoFile('a.mp4', mp4Head(BYTES_MAX + 1))])).toEqual([413, 'payload_too_large']);
    expect(await refusal([videoFile('a.mp4', mp4Head(BYTES_MAX * 3))])).toEqual([413, 'payload_too_large']);
    expect((await submit([videoFile('a.mp4', mp4Head(BYTES_MAX))])).statusCode).toBe(201);
  });

  it('refuses a form that ends early', async () => {
    const request = await videoRequest(organization, [videoFile()]);
    const payload = (request.payload as Buffer).subarray(0, 700);
    const response = await service.inject({ ...request, payload });
    expect([response.statusCode, Object.keys(response.json().errors[0])]).toEqual([
      400,
      ['validation_error'],
    ]);
    expect(await submissions()).toEqual([]);
  });

  it('refuses a form of too many parts, and other content types', async () => {
    const many = Array.from({ length: 40 }, (_, at) => [`field${at}`, 'x'] as const);
    expect(await refusal([...many, videoFile()])).toEqual([400, 'validation_error']);
    const { headers, ...request } = await videoRequest(organization, []);
    const asJson = { ...headers, 'content-type': 'application/json' };
    const response = await service.inject({
      ...request,
      headers: asJson,
      payload: '{"video_url":"https://a.example"}',
    });
    expect([response.statusCode, Object.keys(response.json().errors[0])]).toEqual([
      415,
      ['unsupported_media_type'],
    ]);
  });

  it('refuses what the balance does not cover, stating required and available', async () => {
    organization = await service.addOrganization({ credits: 2 });
    const parts: Parts = [videoFile(), ['model', 'mixed-30-v2']];
    expect(await refusal(parts)).toEqual([402, 'insufficient_credits']);
    expect((await submit(parts)).json().message).toMatch(/3.*2/);
  });

  it('refuses a suspended account', async () => {
    organization = await service.addOrganization({ status: 'suspended' });
    expect(await refusal([videoFile()])).toEqual([402, 'account_suspended']);
  });

  it('answers 503 when the store fails', async () => {
    const put = vi.spyOn(objects, 'put').mockRejectedValueOnce(new ObjectStoreError('down'));
    expect(await refusal([videoFile()])).toEqual([503, 'service_unavailable']);
    put.mockRestore();
  });

  it('has what could not be removed of a refused video swept later', async () => {
    const before = await storedVideos();
    organization = await service.addOrganization({ credits: 0 });
    const remove = vi.spyOn(objects, 'delete').mockRejectedValueOnce(new ObjectStoreError('down'));
    expect((await submit([videoFile()])).statusCode).toBe(402);
    remove.mockRestore();
    expect(await storedVideos()).toHaveLength(before.length + 1);
    await service.services.sweeper.sweep();
    expect(await storedVideos()).toEqual(before);
  });

  it('sweeps no video that waits to be judged, however long it waits', async () => {
    const { submission_id: id } = (await submit([videoFile()])).json().data;
    service.clock.advance(7 * 24 * 60 * 60 * 1000);
    await service.services.sweeper.sweep();
    expect(await objects.exists(videoKey(id))).toBe(true);
  });
});

describe('the tenant of the path', () => {
  const poll = (slug: string, apiKey: string, id: string = randomUUID()) =>
    service.inject({ url: `/api/v1/${slug}/video/detect/${id}`, headers: { 'x-api-key': apiKey } });

  it('must exist, and be that of the key', async () => {
    const other = await service.addOrganization();
    for (const [slug, status, code] of [
      ['nobody', 404, 'tenant_not_found'],
      [other.id, 403, 'tenant_mismatch'],
    ] as const) {
      const request = {
        ...(await videoRequest(organization, [videoFile()])),
        url: `/api/v1/${slug}/video/detect`,
      };
      for (const response of [await service.inject(request), await poll(slug, organization.apiKey)]) {
        expect([response.statusCode, Object.keys(response.json().errors[0])]).toEqual([status, [code]]);
      }
    }
    expect(await submissions()).toEqual([]);
  });

  it("answers another tenant's submission exactly like an unknown one", async () => {
    const { submission_id: id } = (await submit([videoFile()])).json().data;
    const other = await service.addOrganization();
    const answers = await Promise.all([
      poll(other.id, other.apiKey, id),
      poll(other.id, other.apiKey),
      poll(other.id, other.apiKey, 'no-uuid'),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe(answers[0]?.body);
      expect(Object.keys(answer.json().errors[0])).toEqual(['submission_not_found']);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { judged } from '@vivant/engine/testing/scripted-engine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRequest, greyPng } from '../testing/check-requests.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { checks } from './checks-table.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

const CROP = greyPng(224, 224);

const testCrops = (count: number) => Array.from({ length: count }, (_, index) => ({ index, pixels: CROP }));

const cropsRequest = (
  apiKey: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  checkRequest(
    apiKey,
    '/api/v1/fast-check-crops',
    { session_id: randomUUID(), crops: testCrops(10), ...body },
    headers,
  );

describe('a check of crops', () => {
  it('answers the verification result', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const response = await service.inject(
      cropsRequest(organization.apiKey, { warnings: ['a', 'a'], metadata: { interview: 7 } }),
    );
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      verdict: 'live',
      input_source: 'rest_crops',
      model: '10',
      frames_processed: 10,
      warning: null,
      warnings: ['a'],
      tenant_metadata: { interview: 7 },
      available: true,
    });
    expect((await service.readCredits(organization)).balance).toBe(9);
  });

  it('warns of crops that the face fills, and of no others', async () => {
    const { apiKey } = await service.addOrganization();
    for (const [faceShare, warning] of [
      [0.62, expect.stringContaining('too tight')],
      [0.34, null],
    ]) {
      service.engine.script((request) => judged(request, { faceShare: faceShare as number }));
      const response = await service.inject(cropsRequest(apiKey, { crops: testCrops(12) }));
      expect(response.json().data.warning).toEqual(warning);
    }
  });

  it('hands the crops to the engine sorted by index and spaced by fps', async () => {
    const { apiKey } = await service.addOrganization();
    await service.inject(cropsRequest(apiKey, { crops: testCrops(12).toReversed(), fps: 25 }));
    const request = service.engine.inferences.at(-1);
    expect(request?.frames.map(({ timestampMs }) => timestampMs)).toEqual(
      [...Array(12).keys()].map((index) => index * 40),
    );
  });

  it.each([
    [true, true],
    [false, false],
    [undefined, null],
  ])('stores what was said about the background (%s)', async (said, stored) => {
    const { apiKey, id } = await service.addOrganization();
    await service.inject(cropsRequest(apiKey, { bg_segmentation: said }));
    const [record] = await service.database.db.select().from(checks).where(eq(checks.organizationId, id));
    expect(record?.bgSegmentation).toBe(stored);
  });

  it('answers what the engine warned of, also from the session', async () => {
    const { apiKey, id } = await service.addOrganization();
    const request = cropsRequest(apiKey);
    await service.inject(request);
    const warning = 'The face covers more than half of the crop.';
    await service.database.db.update(checks).set({ warning }).where(eq(checks.organizationId, id));
    expect((await service.inject(request)).json().data.warning).toBe(warning);
  });

  const bad = (pixels: string) => ({ crops: testCrops(10).with(3, { index: 3, pixels }) });

  it.each([
    ['is too small', bad(greyPng(223, 224)), 'validation_error', 'Crop 3 must be a PNG of 224x224'],
    ['is too large', bad(greyPng(224, 225)), 'validation_error', 'it is a png of 224x225'],
    ['is no picture', bad('YWJj'), 'validation_error', 'Crop 3'],
    ['is no base64', bad('not base64!'), 'validation_error', '3'],
    ['is missing pixels', bad(undefined as never), 'missing_field', 'crops[3].pixels'],
    ['has an index twice', { crops: [...testCrops(10), testCrops(1)[0]] }, 'validation_error', 'twice'],
    ['is one of too few', { crops: testCrops(9) }, 'insufficient_frames', 'requires 10 frames; 9 received'],
    ['is absent', { crops: undefined }, 'missing_field', 'crops'],
    ['comes with a wrong flag', { bg_segmentation: 'yes' }, 'validation_error', 'bg_segmentation'],
  ])('is refused when a crop %s', async (_, body, code, says) => {
    const organization = await service.addOrganization({ credits: 10 });
    const response = await service.inject(cropsRequest(organization.apiKey, body));
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().errors[0])).toEqual([code]);
    expect(response.body).toContain(says);
    expect((await service.readCredits(organization)).balance).toBe(10);
  });

  it('is refused for a JPEG of the right size', async () => {
    const { apiKey } = await service.addOrganization();
    // A start-of-frame segment of 224x224 (ISO/IEC 10918-1, B.2.2) is all that the header is read from.
    const segment = [0xff, 0xc0, 0, 11, 8, 0, 224, 0, 224, 1, 1, 0x11, 0];
    const jpeg = Buffer.from([0xff, 0xd8, ...segment, 0xff, 0xd9]).toString('base64');
    const response = await service.inject(cropsRequest(apiKey, bad(jpeg)));
    expect(response.json().message).toContain('it is a jpeg of 224x224');
  });

  it('of a session with a verdict costs nothing, and another model is refused', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const request = cropsRequest(organization.apiKey);
    await service.inject(request);
    expect((await service.inject(request)).headers['x-service-cached']).toBe('true');
    const { session_id } = request.payload;
    const other = await service.inject(
      cropsRequest(organization.apiKey, { session_id, frame_count: 10 }, { 'x-model-version': 'v2' }),
    );
    expect(other.statusCode).toBe(409);
    expect((await service.readCredits(organization)).balance).toBe(9);
  });
});

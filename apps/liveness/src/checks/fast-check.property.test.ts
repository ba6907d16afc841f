import { errorEnvelope } from '@vivant/contract/envelope';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { fastCheckRequest, testFrames } from '../testing/fast-check-request.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

/** One key sends everything here. */
const NO_LIMIT = { requests: 1_000_000, windowSeconds: 60 };

let service: TestService;
let apiKey: string;

beforeAll(async () => {
  service = await openTestService({ config: { rateLimits: { check: NO_LIMIT, video: NO_LIMIT } } });
  ({ apiKey } = await service.addOrganization({ credits: 1_000_000 }));
}, 60_000);

afterAll(() => service.close());

const anything = fc.jsonValue({ maxDepth: 3 });

const frame = fc.record(
  {
    index: fc.oneof(fc.nat(20), anything),
    timestamp_ms: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), anything),
    pixels: fc.oneof(fc.base64String(), fc.string(), fc.constant('data:image/png;base64,AAAA'), anything),
    landmarks: anything,
  },
  { requiredKeys: [] },
);

/** Around the schema: each field absent, right, or any JSON at all. */
const body = fc.record(
  {
    session_id: fc.oneof(fc.uuid(), anything),
    model: fc.oneof(fc.constantFrom('10', 'mixed-10-v2', 'mixed-10', 'hybrid-v2-10', '__proto__'), anything),
    frame_count: fc.oneof(fc.constantFrom(10, 30, 60, 90, 120), anything),
    source: fc.oneof(fc.constantFrom('media', 'live'), anything),
    fps: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), anything),
    frames: fc.oneof(fc.constant(testFrames(10)), fc.array(frame, { maxLength: 12 }), anything),
    warnings: fc.oneof(fc.array(fc.oneof(fc.string(), fc.object())), anything),
    metadata: fc.oneof(fc.object(), anything),
  },
  { requiredKeys: [] },
);

const version = fc.option(fc.constantFrom('latest', 'v2', 'v3', 'fast', 'v1', 'v9', ' ', '__proto__'), {
  nil: undefined,
});

const envelope = z.union([
  z.looseObject({ success: z.literal(true), data: z.looseObject({}) }),
  errorEnvelope,
]);

function post(payload: string, headers: Record<string, string> = {}) {
  return service.inject({
    method: 'POST',
    url: '/api/v1/fast-check',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    payload,
  });
}

it('never fails on its own side, whatever the fields hold', async () => {
  await fc.assert(
    fc.asyncProperty(body, version, async (fields, header) => {
      const headers = header === undefined ? {} : { 'x-model-version': header };
      const response = await post(JSON.stringify(fields), headers);
      expect(response.statusCode).toBeLessThan(500);
      expect(envelope.safeParse(response.json()).error).toBeUndefined();
    }),
    { numRuns: 300 },
  );
}, 60_000);

it('never fails on its own side, whatever bytes it is sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (text) => {
      const response = await post(text);
      expect(response.statusCode).toBe(400);
      expect(envelope.safeParse(response.json()).error).toBeUndefined();
    }),
    { numRuns: 200 },
  );
}, 60_000);

it('judges every well-formed request, and keeps its free-form fields', async () => {
  const wellFormed = fc.record({
    frames: fc
      .integer({ min: 10, max: 14 })
      .map(testFrames)
      .chain((frames) => fc.shuffledSubarray(frames, { minLength: 10 })),
    fps: fc.double({ min: 0.001, max: 120, noNaN: true }),
    metadata: fc.dictionary(fc.string(), anything),
    warnings: fc.uniqueArray(fc.string(), { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(wellFormed, async (fields) => {
      const response = await service.inject(fastCheckRequest(apiKey, fields));
      expect(response.statusCode).toBe(200);
      const sent = JSON.parse(JSON.stringify(fields), (key, value) =>
        key === '__proto__' ? undefined : value,
      );
      expect(response.json().data).toMatchObject({
        tenant_metadata: sent.metadata,
        warnings: sent.warnings,
        frames_processed: sent.frames.length,
      });
    }),
    { numRuns: 100 },
  );
}, 60_000);

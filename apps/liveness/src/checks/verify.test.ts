import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastCheckRequest, testFrames } from '../testing/fast-check-request.ts';
import { manifest } from '../testing/manifests.ts';
import { openTestService, TEST_MANIFESTS, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  const spatial = manifest({ id: '50', family: 'spatial', framesRequired: 50, credits: 5 });
  service = await openTestService({ manifests: [...TEST_MANIFESTS, spatial] });
}, 60_000);

afterAll(() => service.close());

const verifyRequest = (...parameters: Parameters<typeof fastCheckRequest>) => ({
  ...fastCheckRequest(...parameters),
  url: '/api/v1/verify',
});

describe('verify', () => {
  it('judges with the standard spatial model, whatever model is asked for', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const body = { frames: testFrames(50), model: 'mixed-10-v2', frame_count: 10 };
    const response = await service.inject(
      verifyRequest(organization.apiKey, body, { 'x-model-version': 'v2' }),
    );
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({ model: '50', input_source: 'rest_frames' });
    expect(response.headers['x-service-model-resolved']).toBe('50');
    expect((await service.readCredits(organization)).balance).toBe(5);
  });

  it('requires the frames of that model', async () => {
    const { apiKey } = await service.addOrganization();
    const response = await service.inject(verifyRequest(apiKey, { frames: testFrames(49) }));
    expect(response.json().errors).toEqual([
      { insufficient_frames: ['The model requires 50 frames; 49 received.'] },
    ]);
  });

  it('answers its verdict again', async () => {
    const { apiKey } = await service.addOrganization();
    const request = verifyRequest(apiKey, { frames: testFrames(50) });
    await service.inject(request);
    expect((await service.inject(request)).headers['x-service-cached']).toBe('true');
  });

  it('says so where that model is not shipped', async () => {
    const { apiKey } = await service.addOrganization();
    const bare = await openTestService({ database: service.database });
    const response = await bare.inject(verifyRequest(apiKey, { frames: testFrames(50) }));
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0]).toEqual({
      validation_error: [expect.stringContaining('"50" is not available in this deployment')],
    });
    await bare.close();
  });
});

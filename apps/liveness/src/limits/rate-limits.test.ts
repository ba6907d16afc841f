import { rateLimitHeaders } from '@vivant/service-kit/rate-limit-headers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

const LIMIT = { requests: 3, windowSeconds: 60 };

let service: TestService;

beforeAll(async () => {
  service = await openTestService({ config: { rateLimits: { check: LIMIT, video: LIMIT } } });
}, 60_000);

afterAll(() => service.close());

describe('a limited route', () => {
  it('says on every answer what is left, errors included', async () => {
    const { apiKey } = await service.addOrganization();
    const answers = [
      await service.inject(fastCheckRequest(apiKey)),
      await service.inject(fastCheckRequest(apiKey, { session_id: 'none' })),
      await service.inject(fastCheckRequest(apiKey)),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 200]);
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual([
      '"burst";r=2;t=60',
      '"burst";r=1;t=60',
      '"burst";r=0;t=60',
    ]);
    for (const { headers } of answers) expect(headers['ratelimit-policy']).toBe('"burst";q=3;w=60');
  });

  it('refuses what is beyond it until the window ends, and says when that is', async () => {
    const { apiKey } = await service.addOrganization();
    for (let at = 0; at < 3; at += 1) await service.inject(fastCheckRequest(apiKey));
    service.clock.advance(20_500);
    const refused = await service.inject(fastCheckRequest(apiKey));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ ratelimit: '"burst";r=0;t=40', 'retry-after': '40' });
    expect(Object.keys(refused.json().errors[0])).toEqual(['rate_limit_exceeded']);

    service.clock.advance(39_499);
    expect((await service.inject(fastCheckRequest(apiKey))).statusCode).toBe(429);
    service.clock.advance(1);
    expect((await service.inject(fastCheckRequest(apiKey))).statusCode).toBe(200);
  });

  it('counts each key by itself, also within one organization', async () => {
    const organization = await service.addOrganization();
    const other = await service.addKey(organization, {});
    for (let at = 0; at < 4; at += 1) await service.inject(fastCheckRequest(organization.apiKey));
    expect((await service.inject(fastCheckRequest(other))).statusCode).toBe(200);
  });

  it.each([
    ['/api/v1/fast-check', '/api/v1/fast-check-stream', '/api/v1/fast-check-crops', '/api/v1/live-check'],
    ['/api/v2/upload', '/api/v2/fast-check', '/api/v2/live-check', '/api/v1/verify'],
  ])('counts each endpoint by itself: %s, %s, %s and %s', async (...urls) => {
    const { apiKey } = await service.addOrganization();
    for (const url of urls) {
      const request = { method: 'POST' as const, url, headers: { 'x-api-key': apiKey }, payload: {} };
      const left = [];
      for (let at = 0; at < 4; at += 1) left.push((await service.inject(request)).headers.ratelimit);
      expect(left).toEqual(['"burst";r=2;t=60', '"burst";r=1;t=60', '"burst";r=0;t=60', '"burst";r=0;t=60']);
    }
  });

  it('is also the submission of videos, but not their poll, and no health', async () => {
    const { id: slug, apiKey } = await service.addOrganization();
    const headers = { 'x-api-key': apiKey };
    const url = `/api/v1/${slug}/video/detect`;
    const statuses = [];
    for (let at = 0; at < 4; at += 1) {
      statuses.push((await service.inject({ method: 'POST', url, headers })).statusCode);
    }
    expect(statuses).toEqual([415, 415, 415, 429]);
    for (const free of [`${url}/none`, '/health', '/api/v1/models']) {
      expect((await service.inject({ url: free, headers })).headers).not.toHaveProperty('ratelimit');
    }
  });

  it('lets exactly the limit through when all come at once', async () => {
    const { apiKey } = await service.addOrganization();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.inject(fastCheckRequest(apiKey))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(17);
  });

  it('refuses before it reads the body', async () => {
    const { apiKey } = await service.addOrganization();
    for (let at = 0; at < 3; at += 1) await service.inject(fastCheckRequest(apiKey));
    const response = await service.inject({
      ...fastCheckRequest(apiKey, {}, { 'content-type': 'application/json' }),
      payload: '{ this is not JSON',
    });
    expect(response.statusCode).toBe(429);
  });

  it('does not count strangers', async () => {
    const { apiKey } = await service.addOrganization();
    for (let at = 0; at < 5; at += 1) await service.inject(fastCheckRequest(`${apiKey}x`));
    expect((await service.inject(fastCheckRequest(apiKey))).statusCode).toBe(200);
  });

  it('answers 503 rather than unlimited when the count cannot be reached', async () => {
    const away = await openTestService({
      database: service.database,
      config: { redisUrl: 'redis://127.0.0.1:1' },
    });
    const { apiKey } = await service.addOrganization();
    const response = await away.inject(fastCheckRequest(apiKey));
    await away.close();
    expect(response.statusCode).toBe(503);
    expect(Object.keys(response.json().errors[0])).toEqual(['service_unavailable']);
    expect(response.headers).toHaveProperty('retry-after');
    expect(away.engine.inferences).toEqual([]);
  });
});

describe('the limit headers', () => {
  it('round seconds up and never send a caller back at once', () => {
    const state = { allowed: false, remaining: 0 };
    expect(rateLimitHeaders(LIMIT, { ...state, resetAfterMs: 1 }).retryAfter).toBe('1');
    expect(rateLimitHeaders(LIMIT, { ...state, resetAfterMs: 1_001 })).toMatchObject({
      always: { ratelimit: '"burst";r=0;t=2' },
      retryAfter: '2',
    });
  });
});

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import { openTestService, type TestOrganization, type TestService } from '../testing/test-service.ts';
import { openSession } from '../testing/verification-session.ts';

const ALLOWED = 'https://app.acme.test';
const THEIRS = 'https://app.rival.test';
const UNKNOWN = 'https://evil.test';

let service: TestService;
let acme: TestOrganization;
let rival: TestOrganization;
let session: { session_id: string; token: string };

beforeAll(async () => {
  service = await openTestService();
  acme = await service.addOrganization();
  rival = await service.addOrganization();
  await allow(acme, ALLOWED);
  await allow(rival, THEIRS);
  session = await openSession(service, acme);
}, 60_000);

afterAll(() => service.close());

async function allow({ apiKey }: TestOrganization, origin: string): Promise<string> {
  const headers = { 'x-api-key': apiKey };
  const request = { method: 'POST' as const, url: '/api/v1/hosts', headers, payload: { origin } };
  return (await service.inject(request)).json().data.id;
}

const sessionUrl = () => `/api/v1/sessions/${session.session_id}`;
const allowedOrigin = ({ headers }: LightMyRequestResponse) => headers['access-control-allow-origin'];

function get(origin: string | undefined, key?: string, url = sessionUrl()) {
  const headers = { ...(origin && { origin }), ...(key && { 'x-api-key': key }) };
  return service.inject({ url, headers });
}

function preflight(origin: string, url = '/api/v1/fast-check', headers = {}) {
  return service.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'POST', ...headers },
  });
}

describe('a request with a verification token', () => {
  it('can be read by pages of an origin that the organization allows', async () => {
    const response = await get(ALLOWED, session.token);
    expect(response.statusCode).toBe(200);
    expect(allowedOrigin(response)).toBe(ALLOWED);
    expect(response.headers.vary).toBe('Origin');
    expect(response.headers['access-control-expose-headers']).toContain('X-Service-Model-Resolved');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(allowedOrigin(await get(ALLOWED, undefined, `${sessionUrl()}?token=${session.token}`))).toBe(
      ALLOWED,
    );
    const check = fastCheckRequest(session.token, { session_id: session.session_id }, { origin: ALLOWED });
    expect(allowedOrigin(await service.inject(check))).toBe(ALLOWED);
  });

  it.each([
    ['an unknown origin', UNKNOWN],
    ['an origin that only another organization allows', THEIRS],
    ['the opaque origin', 'null'],
    ['a subdomain', 'https://x.app.acme.test'],
    ['a longer host', `${ALLOWED}.evil.test`],
    ['another scheme', 'http://app.acme.test'],
    ['another port', `${ALLOWED}:8443`],
  ])('is refused to %s before anything is judged or charged', async (_what, origin) => {
    const response = await get(origin, session.token);
    expect(response.statusCode).toBe(401);
    expect(allowedOrigin(response)).toBeUndefined();
    const { session_id, token } = await openSession(service, acme);
    const [before, inferences] = [await service.readCredits(acme), service.engine.inferences.length];
    const refused = await service.inject(fastCheckRequest(token, { session_id }, { origin }));
    expect(refused.json().errors[0]).toHaveProperty('invalid_key');
    expect(refused.statusCode).toBe(401);
    expect(service.engine.inferences).toHaveLength(inferences);
    expect(await service.readCredits(acme)).toEqual(before);
    expect((await service.inject(fastCheckRequest(token, { session_id }))).statusCode).toBe(200);
  });

  it('needs no allowed origin where there is none, or on pages served from here', async () => {
    const own = { 'x-api-key': session.token, host: 'liveness.test:8000' };
    for (const headers of [own, { ...own, origin: 'http://liveness.test:8000' }]) {
      const response = await service.inject({ url: sessionUrl(), headers });
      expect(response.statusCode).toBe(200);
      expect(allowedOrigin(response)).toBeUndefined();
    }
    const elsewhere = { ...own, origin: 'http://liveness.test:9000' };
    expect((await service.inject({ url: sessionUrl(), headers: elsewhere })).statusCode).toBe(401);
  });

  it('lets the page read why it was refused', async () => {
    const ended = await openSession(service, acme, { ttl_seconds: 60 });
    service.clock.advance(60_000);
    const responses = [
      await get(ALLOWED, ended.token, `/api/v1/sessions/${ended.session_id}`),
      await get(ALLOWED, session.token, `/api/v1/sessions/${ended.session_id}`),
      await get(ALLOWED, session.token, '/api/v1/keys'),
      await get(ALLOWED, session.token, '/api/v1/nothing'),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403, 404]);
    expect(responses.map(allowedOrigin)).toEqual(Array(4).fill(ALLOWED));
  });
});

describe('any other request', () => {
  it('gets no CORS from an allowed origin: with an API key, a forged token, or nothing', async () => {
    const forged = `${session.token.slice(0, -2)}AA`;
    for (const key of [acme.apiKey, forged, 'vt_x.y', undefined]) {
      expect(allowedOrigin(await get(ALLOWED, key))).toBeUndefined();
    }
    expect(
      allowedOrigin(await get(ALLOWED, undefined, `${sessionUrl()}?token=${acme.apiKey}`)),
    ).toBeUndefined();
    expect(allowedOrigin(await get(ALLOWED, session.token, '/health'))).toBeUndefined();
  });
});

describe('a preflight', () => {
  it('is answered for an origin that some organization allows', async () => {
    for (const origin of [ALLOWED, THEIRS]) {
      const response = await preflight(origin, '/api/v1/fast-check', {
        'access-control-request-headers': 'content-type,x-api-key',
      });
      expect(response.statusCode).toBe(204);
      expect(response.body).toBe('');
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, PATCH',
        'access-control-allow-headers': expect.stringContaining('x-api-key'),
        'access-control-max-age': '300',
        vary: 'Origin',
      });
    }
  });

  it('with a token in the address is answered for the origins of its organization only', async () => {
    const url = `${sessionUrl()}/audit?token=${session.token}`;
    expect(allowedOrigin(await preflight(ALLOWED, url))).toBe(ALLOWED);
    expect(allowedOrigin(await preflight(THEIRS, url))).toBeUndefined();
    expect(allowedOrigin(await preflight(ALLOWED, `${url}x`))).toBeUndefined();
  });

  it('from any other origin is no request we know', async () => {
    for (const origin of [UNKNOWN, 'null', '*']) {
      const response = await preflight(origin);
      expect(response.statusCode).toBe(405);
      expect(allowedOrigin(response)).toBeUndefined();
    }
  });

  it('is one only when it asks for a method', async () => {
    const response = await service.inject({
      method: 'OPTIONS',
      url: '/api/v1/fast-check',
      headers: { origin: ALLOWED },
    });
    expect(response.statusCode).toBe(405);
  });
});

it('ends with the removal of the origin', async () => {
  const origin = 'https://gone.acme.test';
  const id = await allow(acme, origin);
  expect(allowedOrigin(await get(origin, session.token))).toBe(origin);
  const headers = { 'x-api-key': acme.apiKey };
  await service.inject({ method: 'DELETE', url: `/api/v1/hosts/${id}`, headers });
  expect((await get(origin, session.token)).statusCode).toBe(401);
  expect((await preflight(origin)).statusCode).toBe(405);
});

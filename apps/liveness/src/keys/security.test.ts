import { randomUUID } from 'node:crypto';
import { SCOPES } from '@vivant/contract/scopes';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedOperation, documentedOperations } from '../testing/documented-response.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

/** Routes that are no operations of the API: for operators, the document itself and the page that shows it. */
const OTHERS = [
  'GET /metrics',
  'GET /openapi.json',
  'GET /llms.txt',
  'GET /docs',
  'GET /docs/',
  'GET /docs/js/scalar.js',
];

const operations = documentedOperations();
const secured = operations.filter(({ isOpen }) => !isOpen);
const scoped = secured.filter(({ scope }) => scope !== undefined);

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

/** Reads the routes from the tree fastify prints, for example `POST /api/v1/fast-check`; HEAD follows GET. */
function declaredRoutes(server: HttpServer): string[] {
  const parents: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? [];
      if (!part) return [];
      const depth = indent.length / 4;
      const path = (parents[depth - 1] ?? '') + part.replaceAll(/:(\w+)/g, '{$1}');
      parents[depth] = path;
      const declared = methods.split(', ').filter((method) => method !== 'HEAD');
      return declared.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    });
}

/** An address of the path, with ids that nobody has. */
function addressOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, () => randomUUID());
}

function call({ method, path }: DocumentedOperation, apiKey?: string) {
  return service.inject({
    method,
    url: addressOf(path),
    ...(apiKey !== undefined && { headers: { 'x-api-key': apiKey } }),
    ...(method !== 'GET' && { payload: {} }),
  });
}

it('covers every route of the service', () => {
  const known = new Set([...operations.map(({ method, path }) => `${method} ${path}`), ...OTHERS]);
  const unknown = declaredRoutes(service.server).filter((route) => !known.has(route));
  expect(unknown).toEqual([]);
});

it('leaves only the health routes open, and the one whose body is the credential', () => {
  const open = operations.filter(({ isOpen }) => isOpen).map(({ path }) => path);
  expect(open.toSorted()).toEqual(['/api/auth/v1/org-bot-keys/validate/', '/health', '/livez', '/readyz']);
});

it('asks for the scope that the specification names, on every route', () => {
  const scopes = new Map(secured.map(({ method, path, scope }) => [`${method} ${path}`, scope]));
  const reading = (path: string) => scopes.get(`GET /api/v1/${path}`);
  const writing = (path: string) => scopes.get(`POST /api/v1/${path}`);
  const checks = ['fast-check', 'fast-check-stream', 'fast-check-crops', 'live-check', 'verify'];
  for (const path of checks) expect(writing(path)).toBe('detection:write');
  for (const path of ['upload', 'fast-check', 'live-check']) {
    expect(scopes.get(`POST /api/v2/${path}`)).toBe('detection:write');
  }
  const video = '{tenant_slug}/video/detect';
  expect([writing(video), reading(`${video}/{submission_id}`)]).toEqual([
    'detection:write',
    'detection:read',
  ]);
  expect(reading('queue/stats')).toBe('detection:read');
  expect([writing('sessions'), reading('sessions/{session_id}')]).toEqual(['session:write', 'session:read']);
  expect(scopes.get('PATCH /api/v1/sessions/{session_id}/audit')).toBe('session:audit');
  expect([reading('usage'), reading('credits')]).toEqual(['usage:read', 'credits:read']);
  const managed = [...scopes.keys()].filter((route) => /\/v1\/(keys|webhooks|hosts)/.test(route));
  expect(managed).toHaveLength(14);
  for (const route of managed) {
    const [, method, subject] = /^(\w+) \/api\/v1\/(\w+)/.exec(route)!;
    const scope = `${subject}:${method === 'GET' ? 'read' : 'write'}`;
    expect([route, scopes.get(route)]).toEqual([route, scope]);
  }
});

async function refusedAs(operation: DocumentedOperation, code: string, apiKey?: string) {
  const response = await call(operation, apiKey);
  expect(Object.keys(response.json().errors[0])).toEqual([code]);
  return response;
}

describe.each(secured)('$method $path', (operation) => {
  it('refuses a caller without a key', async () => {
    expect((await refusedAs(operation, 'invalid_key')).statusCode).toBe(401);
    expect((await refusedAs(operation, 'invalid_key', '')).statusCode).toBe(401);
  });

  it('gives a wrong, an expired and a revoked key the same answer', async () => {
    const organization = await service.addOrganization();
    const now = service.clock.now();
    const keys = [
      `${organization.apiKey.slice(0, -1)}!`,
      await service.addKey(organization, { expiresAt: now }),
      await service.addKey(organization, { revokedAt: now }),
    ];
    const answers = await Promise.all(keys.map((key) => refusedAs(operation, 'invalid_key', key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it('takes a key until the moment it expires', async () => {
    const organization = await service.addOrganization();
    const key = await service.addKey(organization, {
      expiresAt: new Date(service.clock.now().getTime() + 1),
    });
    expect((await call(operation, key)).statusCode).not.toBe(401);
  });

  it('refuses a stranger before it reads the body', async () => {
    const response = await service.inject({
      method: operation.method,
      url: addressOf(operation.path),
      headers: { 'content-type': 'application/json' },
      payload: '{ this is not JSON',
    });
    expect(response.statusCode).toBe(401);
  });
});

describe.each(scoped)('$method $path', (operation) => {
  it('refuses a key that has every scope but the one it needs, and names that one', async () => {
    const organization = await service.addOrganization();
    const scopes = SCOPES.filter((scope) => scope !== operation.scope);
    const response = await refusedAs(
      operation,
      'insufficient_scope',
      await service.addKey(organization, { scopes }),
    );
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      required_scope: operation.scope,
      message: expect.stringContaining(operation.scope ?? ''),
    });
  });

  it('lets a key with its scope and a key without scopes pass', async () => {
    const organization = await service.addOrganization();
    const scoped = await service.addKey(organization, { scopes: [operation.scope!] });
    for (const key of [scoped, organization.apiKey]) {
      expect([401, 403]).not.toContain((await call(operation, key)).statusCode);
    }
  });
});

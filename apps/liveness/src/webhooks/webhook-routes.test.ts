import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestOrganization, type TestService } from '../testing/test-service.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await openTestService();
  organization = await service.addOrganization();
}, 60_000);

afterAll(() => service.close());

const URL_OF_RECEIVER = 'https://1.1.1.1/hook';

function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  { apiKey, headers = {} }: { apiKey?: string; headers?: Record<string, string> } = {},
) {
  return service.inject({
    method,
    url: `/api/v1/webhooks${path}`,
    headers: { 'x-api-key': apiKey ?? organization.apiKey, ...headers },
    ...(payload && { payload }),
  });
}

describe('webhooks', () => {
  it('are created, listed, changed and deleted, and show their secret once', async () => {
    const { apiKey } = await service.addOrganization();
    const created = await call(
      'POST',
      '',
      { url: URL_OF_RECEIVER, events: ['video.failed'], description: 'ours' },
      { apiKey },
    );
    expect(created.statusCode).toBe(201);
    const { secret, ...webhook } = created.json().data;
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toEqual({
      id: expect.any(String),
      url: URL_OF_RECEIVER,
      events: ['video.failed'],
      description: 'ours',
      enabled: true,
      disabled_reason: null,
      created_at: service.clock.now().toISOString(),
    });
    expect((await call('GET', '', undefined, { apiKey })).json().data).toEqual([webhook]);

    const change = { events: [], enabled: false };
    const changed = await call('PATCH', `/${webhook.id}`, change, { apiKey });
    expect(changed.json().data).toEqual({ ...webhook, ...change, disabled_reason: 'request' });
    expect((await call('PATCH', `/${webhook.id}`, {}, { apiKey })).json().data).toEqual(changed.json().data);

    expect((await call('DELETE', `/${webhook.id}`, undefined, { apiKey })).json().data).toEqual({
      id: webhook.id,
    });
    expect((await call('GET', '', undefined, { apiKey })).json().data).toEqual([]);
  });

  it('are created once for one Idempotency-Key, with the same secret', async () => {
    const headers = { 'idempotency-key': 'one' };
    const create = () => call('POST', '', { url: URL_OF_RECEIVER }, { headers });
    const [first, second] = [await create(), await create()];
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.statusCode).toBe(201);
    expect(second.json().data).toEqual(first.json().data);
    const stored = await service.database.db.execute('select sealed_answer from idempotent_requests');
    expect(JSON.stringify(stored.rows)).not.toContain(first.json().data.secret);
  });

  it.each([
    'http://127.0.0.1/hook',
    'http://localhost/hook',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]/',
    'http://100.64.0.1/',
    'https://user:secret@example.com/',
    'https://1.1.1.1:22/',
    'ftp://example.com/',
    'hook',
  ])('refuse the address %s', async (url) => {
    const response = await call('POST', '', { url });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().errors[0])).toEqual(['validation_error']);
    expect(response.json().errors[0].validation_error[0]).toMatch(/^url: /);
    const { id } = (await call('POST', '', { url: URL_OF_RECEIVER })).json().data;
    expect((await call('PATCH', `/${id}`, { url })).statusCode).toBe(400);
    await call('DELETE', `/${id}`);
  });

  it('refuse kinds that do not exist', async () => {
    const response = await call('POST', '', { url: URL_OF_RECEIVER, events: ['check.begun'] });
    expect(response.statusCode).toBe(400);
  });

  it('are limited to 20 an organization', async () => {
    const { apiKey } = await service.addOrganization();
    const create = () => call('POST', '', { url: URL_OF_RECEIVER }, { apiKey });
    for (let at = 0; at < 20; at += 1) expect((await create()).statusCode).toBe(201);
    expect((await create()).statusCode).toBe(400);
  });

  it('of another organization do not exist', async () => {
    const { id } = (await call('POST', '', { url: URL_OF_RECEIVER })).json().data;
    const { data: test } = (await call('POST', `/${id}/test`)).json();
    const { apiKey } = await service.addOrganization();
    const attempts = (webhook: string, delivery: string) => [
      () => call('PATCH', `/${webhook}`, { enabled: false }, { apiKey }),
      () => call('DELETE', `/${webhook}`, undefined, { apiKey }),
      () => call('POST', `/${webhook}/test`, undefined, { apiKey }),
      () => call('GET', `/${webhook}/deliveries`, undefined, { apiKey }),
      () => call('POST', `/${webhook}/deliveries/${delivery}/redeliver`, undefined, { apiKey }),
    ];
    const unknown = attempts(randomUUID(), randomUUID());
    for (const [at, attempt] of attempts(id, test.id).entries()) {
      const foreign = await attempt();
      expect(foreign.statusCode).toBe(404);
      expect(foreign.body).toBe((await unknown[at]!()).body);
    }
    expect((await call('GET', '')).json().data).toContainEqual(
      expect.objectContaining({ id, enabled: true }),
    );
    const other = (await call('POST', '', { url: URL_OF_RECEIVER })).json().data;
    expect((await call('POST', `/${other.id}/deliveries/${test.id}/redeliver`)).statusCode).toBe(404);
  });
});

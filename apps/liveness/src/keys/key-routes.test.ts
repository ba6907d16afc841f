import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, apiKey: string, payload?: object) {
  return service.inject({
    method,
    url: `/api/v1/keys${path}`,
    headers: { 'x-api-key': apiKey },
    ...(payload && { payload }),
  });
}

const create = (apiKey: string, body: object) => send('POST', '', apiKey, body);
const codeOf = (response: LightMyRequestResponse) => Object.keys(response.json().errors[0])[0];
const inAnHour = () => new Date(service.clock.now().getTime() + 3_600_000);

/** Whether a key is let in at all. */
async function works(key: string): Promise<boolean> {
  return (await send('GET', '', key)).statusCode !== 401;
}

describe('POST /api/v1/keys', () => {
  it('creates a key that works, and tells its secret once', async () => {
    const { apiKey } = await service.addOrganization();
    const created = await create(apiKey, { name: 'CI', scopes: ['keys:read'], expires_at: inAnHour() });
    expect(created.statusCode).toBe(201);
    expect(created.headers['cache-control']).toBe('no-store');
    const { key, ...entry } = created.json().data;
    expect(key).toMatch(/^sk-[0-9A-Za-z]{36}$/);
    expect(entry).toMatchObject({ name: 'CI', kind: 'api', status: 'active', last4: key.slice(-4) });

    const listed = await send('GET', '', key);
    expect(listed.json().data).toContainEqual(entry);
    expect(listed.body).not.toContain(key);
  });

  it('makes a bot key for an API key of the organization', async () => {
    const { apiKey } = await service.addOrganization();
    const paying = (await create(apiKey, { name: 'billing' })).json().data;
    const bot = (await create(apiKey, { name: 'bot', kind: 'bot', linked_key_id: paying.id })).json().data;
    expect(bot).toMatchObject({ kind: 'bot', linked_key_id: paying.id });
    expect(bot.key).toMatch(/^sk-bot-/);
  });

  it('gives a new key no more than its creator has', async () => {
    const organization = await service.addOrganization();
    const limited = await service.addKey(organization, { scopes: ['keys:write', 'usage:read'] });
    expect((await create(limited, { name: 'same' })).json().data.scopes).toEqual([
      'keys:write',
      'usage:read',
    ]);
    for (const scopes of [['usage:read', 'credits:read'], []]) {
      const refused = await create(limited, { name: 'more', scopes });
      expect(refused.statusCode).toBe(403);
      expect(codeOf(refused)).toBe('insufficient_scope');
    }
    expect((await create(limited, { name: 'more', scopes: ['credits:read'] })).json().required_scope).toBe(
      'credits:read',
    );
    const full = await create(organization.apiKey, { name: 'full' });
    expect(full.json().data.scopes).toEqual([]);
  });

  it.each([
    [{}, 'missing_field'],
    [{ name: 'x', scopes: ['everything'] }, 'validation_error'],
    [{ name: 'x', kind: 'root' }, 'validation_error'],
    [{ name: 'x', expires_at: '2026-11-20T10:00:00Z' }, 'validation_error'],
    [{ name: 'x', linked_key_id: randomUUID() }, 'validation_error'],
    [{ name: 'x', kind: 'bot', linked_key_id: randomUUID() }, 'not_found'],
    [{ rotates: randomUUID() }, 'not_found'],
  ])('refuses %j as %s', async (body, code) => {
    const { apiKey } = await service.addOrganization();
    expect(codeOf(await create(apiKey, body))).toBe(code);
  });

  it('links a bot key to nothing but a usable API key', async () => {
    const { apiKey } = await service.addOrganization();
    const bot = (await create(apiKey, { name: 'bot', kind: 'bot' })).json().data;
    const gone = (await create(apiKey, { name: 'gone' })).json().data;
    await send('DELETE', `/${gone.id}`, apiKey);
    for (const linked_key_id of [bot.id, gone.id]) {
      expect(codeOf(await create(apiKey, { name: 'x', kind: 'bot', linked_key_id }))).toBe(
        'validation_error',
      );
    }
  });
});

describe('rotation', () => {
  it('hands everything to the new key and ends the old one after the grace time', async () => {
    const organization = await service.addOrganization();
    const { apiKey } = organization;
    const old = (await create(apiKey, { name: 'CI', scopes: ['keys:read'] })).json().data;
    const bot = (await create(apiKey, { name: 'bot', kind: 'bot', linked_key_id: old.id })).json().data;
    const next = (await create(apiKey, { rotates: old.id, grace_seconds: 60 })).json().data;

    expect(next).toMatchObject({ name: 'CI', scopes: ['keys:read'], kind: 'api' });
    const listed = (await send('GET', '', apiKey)).json().data;
    expect(listed.find(({ id }: { id: string }) => id === bot.id).linked_key_id).toBe(next.id);
    expect(await works(old.key)).toBe(true);
    service.clock.advance(59_999);
    expect(await works(old.key)).toBe(true);
    service.clock.advance(1);
    expect(await works(old.key)).toBe(false);
    expect(await works(next.key)).toBe(true);
  });

  it('ends the old key at once without a grace time', async () => {
    const { apiKey } = await service.addOrganization();
    const old = (await create(apiKey, { name: 'CI' })).json().data;
    await create(apiKey, { rotates: old.id });
    expect(await works(old.key)).toBe(false);
  });

  it('never prolongs a key', async () => {
    const { apiKey } = await service.addOrganization();
    const old = (await create(apiKey, { name: 'CI', expires_at: inAnHour() })).json().data;
    await create(apiKey, { rotates: old.id, grace_seconds: 7200 });
    service.clock.advance(3_600_000);
    expect(await works(old.key)).toBe(false);
  });

  it('cannot be used to become a key that may do more', async () => {
    const organization = await service.addOrganization();
    const strong = (await create(organization.apiKey, { name: 'strong' })).json().data;
    const limited = await service.addKey(organization, { scopes: ['keys:write'] });
    const attempts = [
      await create(limited, { rotates: strong.id }),
      await create(limited, { rotates: strong.id, scopes: ['keys:write'] }),
      await send('PATCH', `/${strong.id}`, limited, { expires_at: null }),
    ];
    expect(attempts.map(codeOf)).toEqual(Array(3).fill('insufficient_scope'));
    expect(await works(strong.key)).toBe(true);
  });
});

describe('PATCH /api/v1/keys/{id}', () => {
  it('changes what is sent and nothing else', async () => {
    const { apiKey } = await service.addOrganization();
    const { key, ...before } = (await create(apiKey, { name: 'old', expires_at: inAnHour() })).json().data;
    const renamed = await send('PATCH', `/${before.id}`, apiKey, { name: 'new' });
    expect(renamed.json().data).toEqual({ ...before, name: 'new' });
    const opened = await send('PATCH', `/${before.id}`, apiKey, { expires_at: null, scopes: ['usage:read'] });
    expect(opened.json().data).toEqual({ ...before, name: 'new', expires_at: null, scopes: ['usage:read'] });
    expect((await send('GET', '', key)).statusCode).toBe(403);
  });

  it('refuses another kind, and any change of a revoked key', async () => {
    const { apiKey } = await service.addOrganization();
    const { id } = (await create(apiKey, { name: 'x' })).json().data;
    expect(codeOf(await send('PATCH', `/${id}`, apiKey, { kind: 'bot' }))).toBe('validation_error');
    await send('DELETE', `/${id}`, apiKey);
    expect(codeOf(await send('PATCH', `/${id}`, apiKey, { name: 'y' }))).toBe('validation_error');
  });
});

describe('DELETE /api/v1/keys/{id}', () => {
  it('ends a key at once, and once', async () => {
    const { apiKey } = await service.addOrganization();
    const { key, id } = (await create(apiKey, { name: 'x' })).json().data;
    const revoked = await send('DELETE', `/${id}`, apiKey);
    expect(revoked.json().data).toMatchObject({ id, status: 'revoked' });
    expect(await works(key)).toBe(false);
    service.clock.advance(1000);
    expect((await send('DELETE', `/${id}`, apiKey)).json().data).toEqual(revoked.json().data);
  });
});

describe('the keys of another organization', () => {
  it('answer exactly like unknown ones, and stay as they are', async () => {
    const { apiKey } = await service.addOrganization();
    const stranger = await service.addOrganization();
    const theirs = (await create(stranger.apiKey, { name: 'theirs' })).json().data;
    const bodyOf = ({ statusCode, body }: LightMyRequestResponse) => `${statusCode} ${body}`;
    for (const id of [theirs.id, randomUUID()]) {
      const answers = [
        await send('PATCH', `/${id}`, apiKey, { name: 'mine' }),
        await send('DELETE', `/${id}`, apiKey),
        await create(apiKey, { rotates: id }),
        await create(apiKey, { name: 'b', kind: 'bot', linked_key_id: id }),
      ];
      expect(new Set(answers.map(bodyOf)).size).toBe(1);
      expect(answers[0]!.statusCode).toBe(404);
    }
    const listed = (await send('GET', '', apiKey)).body;
    expect(listed).not.toContain(theirs.id);
    expect(await works(theirs.key)).toBe(true);
  });
});

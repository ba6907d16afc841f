import { randomUUID } from 'node:crypto';
import type { Scope } from '@vivant/contract/scopes';
import { captureLog } from '@vivant/service-kit/testing/captured-log';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../keys/key-format.ts';
import { apiKeys } from '../keys/keys-table.ts';
import { documentedOperations } from '../testing/documented-response.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import { openTestService, TEST_SECRETS, type TestService } from '../testing/test-service.ts';
import { openSession } from '../testing/verification-session.ts';
import { readToken, signToken } from './verification-token.ts';

const log = captureLog();
let service: TestService;

beforeAll(async () => {
  service = await openTestService({ logger: log.logger });
}, 60_000);

afterAll(() => service.close());

const codeOf = (response: LightMyRequestResponse) => Object.keys(response.json().errors[0])[0];
const check = (key: string, session_id: string, body = {}) =>
  service.inject(fastCheckRequest(key, { session_id, ...body }));
const read = (key: string, id: string) =>
  service.inject({ url: `/api/v1/sessions/${id}`, headers: { 'x-api-key': key } });

/** A token with other claims, signed as ours are. */
function forged(token: string, change: Record<string, unknown>): string {
  const claims = readToken(token, TEST_SECRETS.TOKEN_SECRET)!;
  return signToken({ ...claims, ...change }, TEST_SECRETS.TOKEN_SECRET);
}

describe('a verification token', () => {
  it('judges its session on behalf of the key that opened it', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const { session_id, token } = await openSession(service, organization, { metadata: { by: 'server' } });
    const response = await check(token, session_id, { metadata: { by: 'browser' } });
    expect(response.statusCode).toBe(200);
    expect(response.json().data.tenant_metadata).toEqual({ by: 'server' });
    expect((await service.readCredits(organization)).balance).toBe(9);
    expect((await check(token, session_id.toUpperCase())).headers['x-service-cached']).toBe('true');
  });

  it('is taken from the address as well, where an API key is not', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization);
    const url = `/api/v1/sessions/${session_id}`;
    expect((await service.inject({ url: `${url}?token=${token}` })).statusCode).toBe(200);
    expect((await service.inject({ url: `${url}?token=${organization.apiKey}` })).statusCode).toBe(401);
    const both = { url: `${url}?token=${token}`, headers: { 'x-api-key': 'sk-wrong' } };
    expect((await service.inject(both)).statusCode).toBe(401);
  });

  it('reaches no other session, not even of its own key', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const { token } = await openSession(service, organization);
    const other = await openSession(service, organization);
    const attempts = [
      await check(token, other.session_id),
      await check(token, randomUUID()),
      await read(token, other.session_id),
      await service.inject({
        method: 'PATCH',
        url: `/api/v1/sessions/${other.session_id}/audit`,
        headers: { 'x-api-key': token },
        payload: { event: 'x' },
      }),
    ];
    expect(attempts.map(codeOf)).toEqual(Array(4).fill('invalid_key'));
    expect((await service.readCredits(organization)).balance).toBe(10);
  });

  it.each(documentedOperations().filter(({ isOpen, path }) => !isOpen && !path.includes('{session_id}')))(
    'is refused by $method $path unless its session is named there',
    async ({ method, path }) => {
      const organization = await service.addOrganization();
      const { session_id, token } = await openSession(service, organization);
      // The slug of a test organization is its id. With every scope there is: it is not the scope that keeps a token out.
      const scopes = ['detection:write', 'detection:read', 'session:read', 'session:write', 'session:audit'];
      const powerful = forged(token, { scopes: [...scopes, 'keys:write', 'keys:read', 'hosts:read'] });
      const url = path.replace('{tenant_slug}', organization.id).replaceAll(/\{\w+\}/g, session_id);
      const response = await service.inject({
        method,
        url,
        headers: { 'x-api-key': powerful },
        ...(method !== 'GET' && { payload: { name: 'x' } }),
      });
      // A body that does not fit is refused before the session is looked at, a scope before the body.
      expect(['invalid_key', 'insufficient_scope', 'missing_field', 'validation_error']).toContain(
        codeOf(response),
      );
    },
  );

  it('cannot open sessions, even with its own id in the body', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization);
    const response = await service.inject({
      method: 'POST',
      url: '/api/v1/sessions',
      headers: { 'x-api-key': token },
      payload: { session_id },
    });
    expect(codeOf(response)).toBe('invalid_key');
  });

  it('judges with the model its server chose, asked for or not', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization, { model: 'mixed-10-v2' });
    expect(codeOf(await check(token, session_id, { model: '10' }))).toBe('session_model_mismatch');
    expect((await check(token, session_id)).json().data.model).toBe('mixed-10-v2');
  });

  it('ends at its moment', async () => {
    const organization = await service.addOrganization();
    const { session_id, token, expires_at } = await openSession(service, organization, { ttl_seconds: 60 });
    service.clock.advance(Date.parse(expires_at) - service.clock.now().getTime() - 1);
    expect((await read(token, session_id)).statusCode).toBe(200);
    service.clock.advance(1);
    expect((await read(token, session_id)).statusCode).toBe(401);
  });

  it.each(['revokedAt', 'expiresAt'] as const)('ends with its key (%s)', async (column) => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization);
    await service.database.db
      .update(apiKeys)
      .set({ [column]: service.clock.now() })
      .where(eq(apiKeys.secretSha256, hashKey(organization.apiKey)));
    expect(codeOf(await read(token, session_id))).toBe('invalid_key');
    expect(codeOf(await check(token, session_id))).toBe('invalid_key');
  });

  it('may do no more than its key, at its making and ever after', async () => {
    const organization = await service.addOrganization();
    const apiKey = await service.addKey(organization, { scopes: ['session:write', 'session:read'] });
    const { session_id, token } = await openSession(service, { apiKey });
    expect(codeOf(await check(token, session_id))).toBe('insufficient_scope');
    expect((await read(token, session_id)).statusCode).toBe(200);

    const setScopes = (scopes: Scope[]) =>
      service.database.db
        .update(apiKeys)
        .set({ scopes })
        .where(eq(apiKeys.secretSha256, hashKey(apiKey)));
    await setScopes(['session:write']);
    expect(codeOf(await read(token, session_id))).toBe('insufficient_scope');
    // With nothing left, the token must not fall back to the empty list that means everything.
    await setScopes(['usage:read']);
    expect(codeOf(await read(token, session_id))).toBe('invalid_key');
    expect(codeOf(await check(token, session_id))).toBe('invalid_key');
  });

  it('is worth nothing with claims that do not belong together', async () => {
    const organization = await service.addOrganization();
    const stranger = await service.addOrganization();
    const mine = await openSession(service, organization);
    const theirs = readToken((await openSession(service, stranger)).token, TEST_SECRETS.TOKEN_SECRET)!;
    for (const change of [{ org: theirs.org }, { key_id: theirs.key_id }, { session_id: randomUUID() }]) {
      const session_id = 'session_id' in change ? change.session_id : mine.session_id;
      expect(codeOf(await read(forged(mine.token, change), session_id ?? ''))).toBe('invalid_key');
    }
  });

  it('gets one answer for every way of being wrong', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization);
    const wrong = [
      `${token}x`,
      'vt_',
      'vt_a.b',
      forged(token, { exp: 0 }),
      forged(token, { org: randomUUID() }),
    ];
    const answers = await Promise.all(wrong.map((text) => read(text, session_id)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(401);
  });

  it('appears in no log line, wherever it was sent', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization);
    const before = log.lines().length;
    await read(token, session_id);
    await service.inject({ url: `/api/v1/sessions/${session_id}?token=${token}` });
    await service.inject({ url: `/nowhere?token=${token}` });
    await service.inject({ url: `/api/v1/sessions/x?token=${token}` });
    await check(token, randomUUID());
    expect(log.lines().length).toBeGreaterThan(before + 4);
    expect(log.text()).not.toContain(token.slice(0, 20));
    expect(log.text()).not.toContain(token.split('.')[1]);
  });
});

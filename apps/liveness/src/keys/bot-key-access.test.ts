import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import {
  openTestService,
  type TestKeyOptions,
  type TestOrganization,
  type TestService,
} from '../testing/test-service.ts';
import { usageEntries } from '../usage/usage-table.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

/** A bot key, and the API key it is linked to. */
async function linkedKeys(
  organization: TestOrganization,
  api: TestKeyOptions = {},
  bot: TestKeyOptions = {},
) {
  const apiKey = await service.addKey(organization, api);
  const linkedKeyId = await service.keyIdOf(apiKey);
  return {
    apiKey,
    linkedKeyId,
    botKey: await service.addKey(organization, { kind: 'bot', linkedKeyId, ...bot }),
  };
}

describe('a bot key', () => {
  it('has checks judged, counted and paid for as the API key it is linked to', async () => {
    const organization = await service.addOrganization({ credits: 10 });
    const { botKey, linkedKeyId } = await linkedKeys(organization);
    const response = await service.inject(fastCheckRequest(botKey));
    expect(response.statusCode).toBe(200);
    expect(await service.readCredits(organization)).toEqual({ balance: 9, amounts: [10, -1] });
    const usage = await service.database.db
      .select()
      .from(usageEntries)
      .where(eq(usageEntries.organizationId, organization.id));
    expect(usage.map(({ keyId }) => keyId)).toEqual([linkedKeyId]);
  });

  it('shares the rate limit of its API key', async () => {
    const organization = await service.addOrganization();
    const { botKey, apiKey } = await linkedKeys(organization);
    const remaining = async (key: string) => {
      const { headers } = await service.inject(fastCheckRequest(key));
      return Number(/;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    };
    const first = await remaining(botKey);
    expect(await remaining(apiKey)).toBe(first - 1);
  });

  it.each([
    ['is linked to none', async () => ({ linkedKeyId: undefined })],
    ['is linked to a revoked one', async () => ({ revokedAt: service.clock.now() })],
    ['is linked to an expired one', async () => ({ expiresAt: service.clock.now() })],
  ])('is refused when it %s', async (_, of) => {
    const organization = await service.addOrganization();
    const options = await of();
    const botKey =
      'linkedKeyId' in options
        ? await service.addKey(organization, { kind: 'bot' })
        : (await linkedKeys(organization, options)).botKey;
    const response = await service.inject(fastCheckRequest(botKey));
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      errors: [{ insufficient_scope: [expect.stringContaining('linked')] }],
      required_scope: 'detection:write',
    });
    expect((await service.readCredits(organization)).amounts).toEqual([100]);
  });

  it('is unknown when it was revoked itself', async () => {
    const organization = await service.addOrganization();
    const { botKey } = await linkedKeys(organization, {}, { revokedAt: service.clock.now() });
    expect((await service.inject(fastCheckRequest(botKey))).statusCode).toBe(401);
  });

  it('is not linked to a key of another organization', async () => {
    const [mine, other] = [await service.addOrganization(), await service.addOrganization()];
    const { linkedKeyId } = await linkedKeys(other);
    const botKey = await service.addKey(mine, { kind: 'bot', linkedKeyId });
    expect((await service.inject(fastCheckRequest(botKey))).statusCode).toBe(403);
  });

  it('may do no more than its API key may', async () => {
    const organization = await service.addOrganization();
    const reader = await linkedKeys(organization, { scopes: ['detection:read'] });
    expect((await service.inject(fastCheckRequest(reader.botKey))).json()).toMatchObject({
      required_scope: 'detection:write',
    });
    const other = await linkedKeys(organization, { scopes: ['keys:read'] });
    expect((await service.inject(fastCheckRequest(other.botKey))).statusCode).toBe(403);
  });

  it.each([
    ['GET', '/api/v1/keys', 'keys:read'],
    ['POST', '/api/v1/keys', 'keys:write'],
    ['GET', '/api/v1/webhooks', 'webhooks:read'],
    ['POST', '/api/v1/sessions', 'session:write'],
  ] as const)('manages nothing, whatever its API key may: %s %s', async (method, url, scope) => {
    const { botKey } = await linkedKeys(await service.addOrganization());
    const body = method === 'POST' ? { payload: { name: randomUUID() } } : {};
    const response = await service.inject({ method, url, headers: { 'x-api-key': botKey }, ...body });
    expect(response.statusCode).toBe(403);
    expect(response.json().required_scope).toBe(scope);
  });
});

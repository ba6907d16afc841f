import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizations } from '../organizations/organizations-table.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

const validate = (key: unknown) =>
  service.inject({ method: 'POST', url: '/api/auth/v1/org-bot-keys/validate/', payload: { key } });

it('tells whom a bot key speaks for, with an integer as the id', async () => {
  const organization = await service.addOrganization();
  const key = await service.addKey(organization, { kind: 'bot' });
  const response = await validate(key);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    success: true,
    data: {
      organization_id: expect.any(Number),
      organization_name: organization.id,
      organization_slug: organization.id,
      bot_display_name: organization.id,
      logo_url: '',
      primary_color: '#2563eb',
      linked_key_id: null,
    },
  });
  expect(Number.isInteger(response.json().data.organization_id)).toBe(true);
});

it('shows the organization as it wants to be shown', async () => {
  const organization = await service.addOrganization();
  const shown = { name: 'Acme', botDisplayName: 'Acme checks', logoUrl: 'https://acme.test/l.png' };
  await service.database.db
    .update(organizations)
    .set({ ...shown, primaryColor: '#ff0000' })
    .where(eq(organizations.id, organization.id));
  const key = await service.addKey(organization, { kind: 'bot' });
  expect((await validate(key)).json().data).toMatchObject({
    organization_name: 'Acme',
    bot_display_name: 'Acme checks',
    logo_url: 'https://acme.test/l.png',
    primary_color: '#ff0000',
  });
});

it('names the key that pays only while that key works', async () => {
  const organization = await service.addOrganization();
  const headers = { 'x-api-key': organization.apiKey };
  const created = await service.inject({
    method: 'POST',
    url: '/api/v1/keys',
    headers,
    payload: { name: 'pays' },
  });
  const linkedKeyId: string = created.json().data.id;
  const key = await service.addKey(organization, { kind: 'bot', linkedKeyId });
  expect((await validate(key)).json().data.linked_key_id).toBe(linkedKeyId);
  await service.inject({ method: 'DELETE', url: `/api/v1/keys/${linkedKeyId}`, headers });
  expect((await validate(key)).json().data.linked_key_id).toBeNull();
});

it('gives a wrong, an expired, a revoked and an API key the same answer', async () => {
  const organization = await service.addOrganization();
  const now = service.clock.now();
  const keys = [
    `sk-bot-${randomUUID()}`,
    await service.addKey(organization, { kind: 'bot', expiresAt: now }),
    await service.addKey(organization, { kind: 'bot', revokedAt: now }),
    organization.apiKey,
  ];
  const answers = await Promise.all(keys.map(validate));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

it('says of a suspended account that it is', async () => {
  const organization = await service.addOrganization({ status: 'suspended' });
  const response = await validate(await service.addKey(organization, { kind: 'bot' }));
  expect(response.statusCode).toBe(402);
  expect(response.json().errors[0]).toHaveProperty('account_suspended');
});

it('reads nothing but a short key', async () => {
  expect((await validate(undefined)).json().errors[0]).toHaveProperty('missing_field');
  expect((await validate(5)).json().errors[0]).toHaveProperty('validation_error');
  expect((await validate('x'.repeat(5000))).statusCode).toBe(413);
});

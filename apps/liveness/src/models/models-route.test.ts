import { fileURLToPath } from 'node:url';
import { modelEntrySchema } from '@vivant/contract/model-entry';
import { loadManifests } from '@vivant/engine/models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, TEST_SECRETS, type TestService } from '../testing/test-service.ts';
import { presentModel } from './present-model.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

const list = (headers: Record<string, string>) => service.inject({ url: '/api/v1/models', headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('GET /api/v1/models', () => {
  it('lists every model to a holder of the app token', async () => {
    const response = await list(bearer(TEST_SECRETS.APP_TOKEN));
    expect(response.statusCode).toBe(200);
    const { data } = response.json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([...service.services.catalogue.ids]);
    expect(data).toContainEqual({
      id: 'mixed-10',
      label: 'mixed-10',
      description: 'A model of the tests.',
      min_frames: 10,
      frames_required: 10,
      deprecated: true,
      aliases: [],
      family: 'mixed',
      replacement: 'mixed-10-v2',
      sunset: '2027-06-30',
      credits: 1,
      evaluation: null,
    });
  });

  it('names the versions that lead to a model', async () => {
    const { data } = (await list(bearer(TEST_SECRETS.APP_TOKEN))).json();
    const aliases = Object.fromEntries(data.map((entry: any) => [entry.id, entry.aliases]));
    expect(aliases).toMatchObject({ '10': ['fast'], 'mixed-30-v2': ['latest', 'v2'], 'hybrid-v2-10': [] });
  });

  it('takes any valid API key, whatever its scopes', async () => {
    const organization = await service.addOrganization();
    const scoped = await service.addKey(organization, { scopes: ['usage:read'] });
    for (const apiKey of [organization.apiKey, scoped]) {
      expect((await list({ 'x-api-key': apiKey })).statusCode).toBe(200);
    }
  });

  it('refuses another token, a prefix of the token, and a key where the token belongs', async () => {
    const { apiKey } = await service.addOrganization();
    for (const token of ['wrong', TEST_SECRETS.APP_TOKEN.slice(0, -1), apiKey, '']) {
      const response = await list(bearer(token));
      expect(response.statusCode).toBe(401);
      expect(response.json().errors[0]).toHaveProperty('invalid_key');
    }
  });
});

describe('presentModel', () => {
  it('gives every shipped model an entry that fits the contract, its figures included', async () => {
    const manifests = await loadManifests(fileURLToPath(new URL('../../../../models', import.meta.url)));
    const entries = manifests.map((manifest) => modelEntrySchema.strict().parse(presentModel(manifest)));
    const evaluated = entries.filter(({ evaluation }) => evaluation !== null);
    expect(evaluated.length).toBeGreaterThan(0);
    for (const [at, { evaluation }] of entries.entries()) {
      const measured = manifests[at]!.evaluation;
      expect(evaluation?.results.map(({ bpcer_at_apcer_5 }) => bpcer_at_apcer_5)).toEqual(
        measured?.results.map(({ bpcerAtApcer5 }) => bpcerAtApcer5),
      );
    }
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../keys/principal.ts';
import { organizations } from '../organizations/organizations-table.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { requireTenant, tenantOf } from './tenant.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

const principalOf = (organizationId: string): Principal => ({
  organizationId,
  organizationStatus: 'active',
  keyId: organizationId,
  scopes: [],
});

describe('requireTenant', () => {
  it('finds the caller by its slug, with its schema', async () => {
    const { id } = await service.addOrganization();
    const metadataSchema = { type: 'object' };
    const { db } = service.database;
    await db.update(organizations).set({ slug: 'acme', metadataSchema }).where(eq(organizations.id, id));
    const tenant = { id, slug: 'acme', metadataSchema };
    expect(await requireTenant(db, principalOf(id), 'acme')).toEqual(tenant);
    expect(await tenantOf(db, principalOf(id))).toEqual(tenant);
  });

  it('tells an unknown slug from one of another organization, as the contract says', async () => {
    const { id } = await service.addOrganization();
    const stranger = await service.addOrganization();
    const find = (slug: string) => requireTenant(service.database.db, principalOf(id), slug);
    await expect(find('nobody')).rejects.toMatchObject({ code: 'tenant_not_found' });
    await expect(find(stranger.id)).rejects.toMatchObject({ code: 'tenant_mismatch' });
  });
});

import { ApiError } from '@vivant/service-kit/api-error';
import type { Database } from '@vivant/service-kit/database';
import { eq } from 'drizzle-orm';
import type { Principal } from '../keys/principal.ts';
import { organizations } from '../organizations/organizations-table.ts';

/**
 * Requires the slug of a path to be the principal's own organization.
 * @throws ApiError `tenant_not_found` for an unknown slug, `tenant_mismatch` for another organization's
 */
export async function requireTenant({ db }: Database, principal: Principal, slug: string): Promise<void> {
  const [tenant] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, slug));
  if (!tenant) throw new ApiError('tenant_not_found', 'There is no such tenant.');
  if (tenant.id === principal.organizationId) return;
  throw new ApiError('tenant_mismatch', 'The API key belongs to another tenant.');
}

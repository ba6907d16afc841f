import { ApiError } from '@vivant/service-kit/api-error';
import type { SqlDatabase } from '@vivant/service-kit/database';
import { eq, type SQL } from 'drizzle-orm';
import type { Principal } from '../keys/principal.ts';
import { organizations } from '../organizations/organizations-table.ts';
import type { JsonObject } from './tenant-metadata.ts';

/** An organization as the owner of a path and of a metadata schema. */
export interface Tenant {
  readonly id: string;
  readonly slug: string;
  /** Null when any object will do. */
  readonly metadataSchema: JsonObject | null;
}

/**
 * Finds the tenant of a path for a caller.
 * @throws ApiError `tenant_not_found`, or `tenant_mismatch` when it is not the caller's own
 */
export async function requireTenant(
  executor: SqlDatabase,
  principal: Principal,
  slug: string,
): Promise<Tenant> {
  const tenant = await find(executor, eq(organizations.slug, slug));
  if (!tenant) throw new ApiError('tenant_not_found', 'There is no such tenant.');
  if (tenant.id === principal.organizationId) return tenant;
  throw new ApiError('tenant_mismatch', 'The API key belongs to another tenant.');
}

/** The tenant that a caller is. */
export async function tenantOf(executor: SqlDatabase, { organizationId }: Principal): Promise<Tenant> {
  const tenant = await find(executor, eq(organizations.id, organizationId));
  if (!tenant) throw new Error(`No organization ${organizationId}.`);
  return tenant;
}

async function find(executor: SqlDatabase, condition: SQL): Promise<Tenant | undefined> {
  const { id, slug, metadataSchema } = organizations;
  const [tenant] = await executor.select({ id, slug, metadataSchema }).from(organizations).where(condition);
  return tenant;
}

import type { Credits } from '@vivant/contract/credits';
import type { Database } from '@vivant/service-kit/database';
import { eq } from 'drizzle-orm';
import { organizations } from '../organizations/organizations-table.ts';

/** Reads balance and plan of an organization. */
export type ReadCredits = (organizationId: string) => Promise<Credits>;

/** Builds the reading of credits; what they were charged for is in the usage. */
export function createReadCredits({ db }: Database): ReadCredits {
  return async (organizationId) => {
    const [found] = await db
      .select({
        balance: organizations.creditBalance,
        plan: organizations.plan,
        status: organizations.status,
      })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    if (!found) throw new Error(`No organization ${organizationId}.`);
    return found;
  };
}

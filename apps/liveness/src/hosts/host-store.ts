import type { Database } from '@vivant/service-kit/database';
import { and, eq, type SQL } from 'drizzle-orm';
import { allowedHosts, type HostRecord } from './allowed-hosts-table.ts';

/** Keeps the origins of all organizations. */
export interface HostStore {
  list(organizationId: string): Promise<HostRecord[]>;
  /** Returns the entry, which may have been there before. */
  add(host: HostRecord): Promise<{ host: HostRecord; isNew: boolean }>;
  /** Returns undefined when the organization has no such entry. */
  remove(organizationId: string, id: string): Promise<HostRecord | undefined>;
  /** Whether an organization allows an origin; without one, whether any does. */
  isAllowed(origin: string, organizationId?: string): Promise<boolean>;
}

/** Keeps origins in the database. */
export function createHostStore({ db }: Database): HostStore {
  const select = (condition: SQL | undefined) => db.select().from(allowedHosts).where(condition);
  const own = (organizationId: string) => eq(allowedHosts.organizationId, organizationId);
  return {
    list: (organizationId) => select(own(organizationId)).orderBy(allowedHosts.createdAt, allowedHosts.id),
    async add(host) {
      const [added] = await db.insert(allowedHosts).values(host).onConflictDoNothing().returning();
      if (added) return { host: added, isNew: true };
      const [known] = await select(and(own(host.organizationId), eq(allowedHosts.origin, host.origin)));
      return { host: known ?? host, isNew: false };
    },
    async remove(organizationId, id) {
      const [removed] = await db
        .delete(allowedHosts)
        .where(and(own(organizationId), eq(allowedHosts.id, id)))
        .returning();
      return removed;
    },
    async isAllowed(origin, organizationId) {
      const whose = organizationId === undefined ? undefined : own(organizationId);
      const found = await select(and(eq(allowedHosts.origin, origin), whose)).limit(1);
      return found.length > 0;
    },
  };
}

import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { Seal } from '@vivant/service-kit/seal';
import { eq } from 'drizzle-orm';
import { botSettings } from './settings-table.ts';

/** What may be known of a key. */
export interface ApiKeyStatus {
  readonly configured: boolean;
  readonly last4: string | null;
  readonly updatedAt: string | null;
}

/** The verification-service keys of organizations, encrypted at rest. */
export interface ApiKeySetting {
  read(organizationId: number): Promise<ApiKeyStatus>;
  write(organizationId: number, apiKey: string): Promise<ApiKeyStatus>;
  /** The key itself; undefined when none is set. */
  open(organizationId: number): Promise<string | undefined>;
}

export interface ApiKeySettingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly seal: Seal;
}

/** Builds the setting. A key opens for the organization it was sealed for only. */
export function createApiKeySetting({ database: { db }, clock, seal }: ApiKeySettingOptions): ApiKeySetting {
  const find = async (organizationId: number) => {
    const [row] = await db.select().from(botSettings).where(eq(botSettings.organizationId, organizationId));
    return row;
  };
  const contextOf = (organizationId: number) => `organization ${organizationId}`;
  return {
    async read(organizationId) {
      const row = await find(organizationId);
      if (!row) return { configured: false, last4: null, updatedAt: null };
      return { configured: true, last4: row.apiKeyLast4, updatedAt: row.updatedAt.toISOString() };
    },
    async write(organizationId, apiKey) {
      const set = {
        sealedApiKey: seal.seal(apiKey, contextOf(organizationId)),
        apiKeyLast4: apiKey.slice(-4),
        updatedAt: clock.now(),
      };
      await db
        .insert(botSettings)
        .values({ organizationId, ...set })
        .onConflictDoUpdate({ target: botSettings.organizationId, set });
      return { configured: true, last4: set.apiKeyLast4, updatedAt: set.updatedAt.toISOString() };
    },
    async open(organizationId) {
      const row = await find(organizationId);
      return row && seal.open(row.sealedApiKey, contextOf(organizationId));
    },
  };
}

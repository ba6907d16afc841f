import type { KeyKind } from '@vivant/contract/key-kinds';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { BootstrapConfig } from '../config.ts';
import { grantCredits } from '../credits/ledger.ts';
import { generateKey } from '../keys/key-format.ts';
import { insertKey } from '../keys/key-store.ts';
import { hasOrganizations, insertOrganization } from '../organizations/organization-store.ts';

/** What the first start created; the generated secrets are known this one time. */
export interface Bootstrapped {
  readonly organization: string;
  readonly credits: number;
  readonly generatedApiKey: string | undefined;
  readonly generatedBotKey: string | undefined;
}

/** What bootstrapping needs from its surroundings. */
export interface BootstrapDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
}

/**
 * Creates the first organization with credits, an API key and a bot key that acts for it. Does nothing and
 * returns undefined when there is an organization already; of replicas that start at once, one creates it.
 */
export async function bootstrap(
  dependencies: BootstrapDependencies,
  plan: BootstrapConfig,
): Promise<Bootstrapped | undefined> {
  const generate = (kind: KeyKind) => (plan.generatesKeys ? generateKey(kind) : undefined);
  const apiKey = plan.apiKey ?? generate('api');
  const botKey = plan.botKey ?? generate('bot');
  const created = await dependencies.database.db.transaction((transaction) =>
    createFirstOrganization(transaction, dependencies, { ...plan, apiKey, botKey }),
  );
  if (!created) return undefined;
  return {
    organization: plan.organization,
    credits: plan.credits,
    generatedApiKey: plan.apiKey ? undefined : apiKey,
    generatedBotKey: plan.botKey ? undefined : botKey,
  };
}

async function createFirstOrganization(
  transaction: SqlDatabase,
  { clock, newId }: BootstrapDependencies,
  { organization: slug, credits, apiKey, botKey }: BootstrapConfig,
): Promise<boolean> {
  const at = clock.now();
  const organizationId = newId();
  if (await hasOrganizations(transaction)) return false;
  if (!(await insertOrganization(transaction, { id: organizationId, slug, createdAt: at }))) return false;
  await grantCredits(transaction, { organizationId, credits, at });

  const addKey = (key: { name: string; kind: KeyKind; secret: string; linkedKeyId?: string }) =>
    insertKey(transaction, newId, { ...key, organizationId, createdAt: at });
  const apiKeyId = apiKey && (await addKey({ name: 'First API key', kind: 'api', secret: apiKey }));
  if (botKey) {
    const link = apiKeyId ? { linkedKeyId: apiKeyId } : {};
    await addKey({ name: 'First bot key', kind: 'bot', secret: botKey, ...link });
  }
  return true;
}

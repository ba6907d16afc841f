import type { Scope } from '@vivant/contract/scopes';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { eq } from 'drizzle-orm';
import { type OrganizationStatus, organizations } from '../organizations/organizations-table.ts';
import { hashKey, type KeyKind } from './key-format.ts';
import { apiKeys } from './keys-table.ts';

/** A stored key with the state of its owner. */
export interface KnownKey {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationStatus: OrganizationStatus;
  readonly secretSha256: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A key about to be stored. */
export interface NewKey {
  readonly organizationId: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly secret: string;
  readonly scopes?: readonly Scope[];
  readonly linkedKeyId?: string;
  readonly createdAt: Date;
  readonly expiresAt?: Date;
}

/** Looks a key up by the SHA-256 of its secret, whatever its state. */
export async function findKeyByHash(database: Database, secretSha256: string): Promise<KnownKey | undefined> {
  const [row] = await database.db
    .select({
      id: apiKeys.id,
      organizationId: apiKeys.organizationId,
      organizationStatus: organizations.status,
      secretSha256: apiKeys.secretSha256,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
    .where(eq(apiKeys.secretSha256, secretSha256));
  return row;
}

/** Stores a key, without its secret; returns its id. */
export async function insertKey(executor: SqlDatabase, newId: IdGenerator, key: NewKey): Promise<string> {
  const { secret, scopes = [], ...rest } = key;
  const id = newId();
  await executor.insert(apiKeys).values({ ...rest, id, secretSha256: hashKey(secret), scopes: [...scopes] });
  return id;
}

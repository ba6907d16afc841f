import type { KeyKind } from '@vivant/contract/key-kinds';
import type { Scope } from '@vivant/contract/scopes';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type OrganizationStatus, organizations } from '../organizations/organizations-table.ts';
import { hashKey } from './key-format.ts';
import { apiKeys, type KeyRecord } from './keys-table.ts';

/** A stored key with the state of its owner. */
export interface KnownKey {
  readonly id: string;
  readonly kind: KeyKind;
  readonly organizationId: string;
  readonly organizationStatus: OrganizationStatus;
  readonly secretSha256: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Of a bot key: the API key of the same organization that it acts for. */
  readonly linked: Pick<KeyRecord, 'id' | 'scopes' | 'expiresAt' | 'revokedAt'> | null;
}

/** A key about to be stored. */
export interface NewKey {
  readonly organizationId: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly secret: string;
  readonly scopes?: readonly Scope[];
  readonly linkedKeyId?: string | null;
  readonly createdAt: Date;
  readonly expiresAt?: Date | null;
}

/** Looks a key up by the SHA-256 of its secret, whatever its state. */
export async function findKeyByHash(database: Database, secretSha256: string): Promise<KnownKey | undefined> {
  const linked = alias(apiKeys, 'linked');
  const isLinked = and(eq(linked.id, apiKeys.linkedKeyId), eq(linked.organizationId, apiKeys.organizationId));
  const [row] = await database.db
    .select({
      id: apiKeys.id,
      kind: apiKeys.kind,
      organizationId: apiKeys.organizationId,
      organizationStatus: organizations.status,
      secretSha256: apiKeys.secretSha256,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      linked: {
        id: linked.id,
        scopes: linked.scopes,
        expiresAt: linked.expiresAt,
        revokedAt: linked.revokedAt,
      },
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
    .leftJoin(linked, isLinked)
    .where(eq(apiKeys.secretSha256, secretSha256));
  return row;
}

/** Stores a key, without its secret; returns its id. */
export async function insertKey(executor: SqlDatabase, newId: IdGenerator, key: NewKey): Promise<string> {
  const { secret, scopes = [], ...rest } = key;
  const id = newId();
  const last4 = secret.slice(-4);
  await executor
    .insert(apiKeys)
    .values({ ...rest, id, secretSha256: hashKey(secret), last4, scopes: [...scopes] });
  return id;
}

/** Every key of an organization, whatever its state, oldest first. */
export async function listKeys(executor: SqlDatabase, organizationId: string): Promise<KeyRecord[]> {
  return executor
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(apiKeys.createdAt, apiKeys.id);
}

/**
 * Makes changes to an organization's keys follow each other until the transaction ends. One lock for all of
 * them: a rotation touches the keys that are linked to it, so locks of single keys could wait in a circle.
 */
export async function lockKeys(transaction: SqlDatabase, organizationId: string): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`keys of ${organizationId}`}, 0))`,
  );
}

/** Finds one of an organization's keys, whatever its state. */
export async function findOwnKey(
  executor: SqlDatabase,
  organizationId: string,
  id: string,
): Promise<KeyRecord | undefined> {
  const [row] = await executor
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id)));
  return row;
}

/** Changes a key; returns it as it is now. */
export async function updateKey(
  transaction: SqlDatabase,
  id: string,
  change: Partial<Pick<KeyRecord, 'name' | 'scopes' | 'expiresAt' | 'linkedKeyId' | 'revokedAt'>>,
): Promise<KeyRecord> {
  const [row] = await transaction.update(apiKeys).set(change).where(eq(apiKeys.id, id)).returning();
  if (!row) throw new Error(`No key ${id}.`);
  return row;
}

/** Lets the bot keys that act for one key act for another. */
export async function relinkKeys(transaction: SqlDatabase, fromId: string, toId: string): Promise<void> {
  await transaction.update(apiKeys).set({ linkedKeyId: toId }).where(eq(apiKeys.linkedKeyId, fromId));
}

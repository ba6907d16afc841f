import type { ChangeKeyBody, CreateKeyBody } from '@vivant/contract/api-key';
import type { KeyKind } from '@vivant/contract/key-kinds';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { generateKey } from './key-format.ts';
import { keyStatus } from './key-lifetime.ts';
import { findOwnKey, insertKey, listKeys, lockKeys, relinkKeys, updateKey } from './key-store.ts';
import type { KeyRecord } from './keys-table.ts';
import { type Principal, requireCover } from './principal.ts';

/** What an organization does with its own keys. */
export interface KeyAdministration {
  list(principal: Principal): Promise<KeyRecord[]>;
  /** The secret is returned this one time. */
  create(principal: Principal, body: CreateKeyBody): Promise<{ key: KeyRecord; secret: string }>;
  change(principal: Principal, id: string, body: ChangeKeyBody): Promise<KeyRecord>;
  /** Ends a key for good; a key that was revoked before keeps its moment. */
  revoke(principal: Principal, id: string): Promise<KeyRecord>;
}

/** What key administration needs from its surroundings. */
export interface KeyAdministrationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
}

/**
 * Builds the administration of keys. A caller hands out, changes and rotates only keys that may do no more
 * than itself; to revoke, the scope alone is enough, because ending a key gives nobody anything.
 * @throws ApiError `not_found` for ids that are unknown or of another organization
 */
export function createKeyAdministration(dependencies: KeyAdministrationDependencies): KeyAdministration {
  const { database, clock } = dependencies;
  const locked = <Result>({ organizationId }: Principal, run: (tx: SqlDatabase) => Promise<Result>) =>
    database.db.transaction(async (tx) => {
      await lockKeys(tx, organizationId);
      return run(tx);
    });
  return {
    list: ({ organizationId }) => listKeys(database.db, organizationId),
    create: (principal, body) => locked(principal, (tx) => createKey(tx, dependencies, principal, body)),
    change: (principal, id, body) => locked(principal, (tx) => changeKey(tx, clock, principal, id, body)),
    revoke: (principal, id) =>
      locked(principal, async (tx) => {
        const key = await requireOwnKey(tx, principal.organizationId, id);
        return key.revokedAt ? key : updateKey(tx, id, { revokedAt: clock.now() });
      }),
  };
}

async function createKey(
  tx: SqlDatabase,
  { clock, newId }: KeyAdministrationDependencies,
  principal: Principal,
  body: CreateKeyBody,
): Promise<{ key: KeyRecord; secret: string }> {
  const { organizationId } = principal;
  const createdAt = clock.now();
  const replaced =
    body.rotates === undefined ? undefined : await requireChangeable(tx, principal, body.rotates);
  const kind = requireKind(body.kind, replaced?.kind ?? body.kind ?? 'api');
  const scopes = body.scopes ?? replaced?.scopes ?? principal.scopes;
  requireCover(principal, scopes);
  const linkedKeyId = body.linked_key_id ?? replaced?.linkedKeyId ?? null;
  await requireLinkable(tx, organizationId, kind, body.linked_key_id);
  const expiresAt = futureDate(body.expires_at, createdAt);
  const secret = generateKey(kind);
  const name = body.name ?? replaced?.name ?? '';
  const id = await insertKey(tx, newId, {
    organizationId,
    name,
    kind,
    secret,
    scopes,
    linkedKeyId,
    createdAt,
    expiresAt,
  });
  if (replaced) await retire(tx, replaced, id, createdAt, body.grace_seconds ?? 0);
  return { key: await requireOwnKey(tx, organizationId, id), secret };
}

/** Ends a rotated key after its grace time, never later than it would have ended anyway. */
async function retire(
  tx: SqlDatabase,
  { id, expiresAt }: KeyRecord,
  successorId: string,
  now: Date,
  graceSeconds: number,
): Promise<void> {
  const end = new Date(now.getTime() + graceSeconds * 1000);
  await updateKey(tx, id, { expiresAt: expiresAt && expiresAt < end ? expiresAt : end });
  await relinkKeys(tx, id, successorId);
}

async function changeKey(
  tx: SqlDatabase,
  clock: Clock,
  principal: Principal,
  id: string,
  body: ChangeKeyBody,
): Promise<KeyRecord> {
  const key = await requireChangeable(tx, principal, id);
  requireKind(body.kind, key.kind);
  if (body.scopes) requireCover(principal, body.scopes);
  await requireLinkable(tx, principal.organizationId, key.kind, body.linked_key_id);
  const change = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.scopes !== undefined && { scopes: body.scopes }),
    ...(body.expires_at !== undefined && { expiresAt: futureDate(body.expires_at, clock.now()) }),
    ...(body.linked_key_id !== undefined && { linkedKeyId: body.linked_key_id }),
  };
  return Object.keys(change).length > 0 ? updateKey(tx, id, change) : key;
}

async function requireOwnKey(tx: SqlDatabase, organizationId: string, id: string): Promise<KeyRecord> {
  const key = await findOwnKey(tx, organizationId, id);
  if (key) return key;
  throw new ApiError('not_found', 'There is no such key.');
}

/** Changing or rotating a key that may do more than the caller would hand its power to the caller. */
async function requireChangeable(tx: SqlDatabase, principal: Principal, id: string): Promise<KeyRecord> {
  const key = await requireOwnKey(tx, principal.organizationId, id);
  requireCover(principal, key.scopes);
  if (key.revokedAt === null) return key;
  throw new ApiError('validation_error', 'The key is revoked: it cannot be changed or rotated.');
}

function requireKind(asked: KeyKind | undefined, kind: KeyKind): KeyKind {
  if (asked === undefined || asked === kind) return kind;
  throw new ApiError('validation_error', `kind: is ${kind} and cannot be changed.`);
}

async function requireLinkable(
  tx: SqlDatabase,
  organizationId: string,
  kind: KeyKind,
  linkedKeyId: string | null | undefined,
): Promise<void> {
  if (linkedKeyId === undefined || linkedKeyId === null) return;
  if (kind !== 'bot') throw new ApiError('validation_error', 'linked_key_id: only bot keys are linked.');
  const linked = await requireOwnKey(tx, organizationId, linkedKeyId);
  if (linked.kind !== 'api' || linked.revokedAt !== null) {
    throw new ApiError('validation_error', 'linked_key_id: must be an API key that is not revoked.');
  }
}

function futureDate(text: string | null | undefined, now: Date): Date | null {
  if (text === undefined || text === null) return null;
  const date = new Date(text);
  if (keyStatus({ expiresAt: date, revokedAt: null }, now) === 'active') return date;
  throw new ApiError('validation_error', 'expires_at: must lie in the future.');
}

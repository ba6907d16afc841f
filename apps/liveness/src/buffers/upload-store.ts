import type { SqlDatabase } from '@vivant/service-kit/database';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { disownObjects } from '../objects/object-ownership.ts';
import type { SessionRef } from '../sessions/lease-store.ts';
import type { KnownUpload } from './add-to-upload.ts';
import { type PackedFrame, type UploadRecord, uploadParts, uploadSessions } from './upload-tables.ts';

/** An object with frames of an upload. */
export interface UploadPart {
  readonly objectKey: string;
  readonly frames: readonly PackedFrame[];
}

/** Uploads removed in one sweep. */
const SWEPT_MAX = 500;

/** An upload as it stands; undefined when there is none or its time is over. */
export async function findUpload(
  db: SqlDatabase,
  session: SessionRef,
  now: Date,
): Promise<KnownUpload | undefined> {
  const [record] = await db
    .select()
    .from(uploadSessions)
    .where(and(isUpload(session), gt(uploadSessions.expiresAt, now)));
  return record && withIndexes(db, record);
}

/** As {@link findUpload}, and nobody else changes it until the transaction ends. */
export async function lockUpload(
  transaction: SqlDatabase,
  session: SessionRef,
  now: Date,
): Promise<KnownUpload | undefined> {
  const [record] = await transaction.select().from(uploadSessions).where(isUpload(session)).for('update');
  if (!record) return undefined;
  if (record.expiresAt > now) return withIndexes(transaction, record);
  await takeParts(transaction, session, now);
  return undefined;
}

/** As {@link lockUpload}, with a row to change in any case: one that is over when there was none. */
export async function lockOrCreateUpload(
  transaction: SqlDatabase,
  session: SessionRef,
  now: Date,
): Promise<KnownUpload | undefined> {
  const empty = { modelId: '', framesRequired: 0, framesReceived: 0, bytes: 0, warnings: [], details: {} };
  await transaction
    .insert(uploadSessions)
    .values({ ...session, ...empty, isFinished: false, expiresAt: now })
    .onConflictDoNothing();
  return lockUpload(transaction, session, now);
}

/** Changes a locked upload. */
export async function changeUpload(
  transaction: SqlDatabase,
  session: SessionRef,
  change: Partial<UploadRecord>,
): Promise<void> {
  await transaction.update(uploadSessions).set(change).where(isUpload(session));
}

/** Forgets an upload that has no parts. */
export async function deleteUpload(transaction: SqlDatabase, session: SessionRef): Promise<void> {
  await transaction.delete(uploadSessions).where(isUpload(session));
}

/** Adds an object to an upload. */
export async function insertPart(
  transaction: SqlDatabase,
  session: SessionRef,
  part: UploadPart,
): Promise<void> {
  await transaction.insert(uploadParts).values({ ...session, ...part });
}

/** The objects of an upload; none when its time is over. */
export async function listParts(db: SqlDatabase, session: SessionRef, now: Date): Promise<UploadPart[]> {
  const known = await findUpload(db, session, now);
  return known ? db.select().from(uploadParts).where(isPartOf(session)) : [];
}

/** Ends the ownership of an upload's objects; returns their keys. */
export async function takeParts(transaction: SqlDatabase, session: SessionRef, now: Date): Promise<string[]> {
  const parts = await transaction
    .delete(uploadParts)
    .where(isPartOf(session))
    .returning({ key: uploadParts.objectKey });
  const keys = parts.map(({ key }) => key);
  await disownObjects(transaction, keys, now);
  return keys;
}

/** Forgets uploads whose time is over, except those somebody is at; returns the keys of their objects. */
export async function takeExpired(transaction: SqlDatabase, now: Date): Promise<string[]> {
  const expired = await transaction
    .select()
    .from(uploadSessions)
    .where(lte(uploadSessions.expiresAt, now))
    .limit(SWEPT_MAX)
    .for('update', { skipLocked: true });
  const keys: string[] = [];
  for (const { organizationId, sessionId } of expired) {
    keys.push(...(await takeParts(transaction, { organizationId, sessionId }, now)));
    await deleteUpload(transaction, { organizationId, sessionId });
  }
  return keys;
}

/** Bytes of all uploads that wait. */
export async function sumUploadBytes(db: SqlDatabase, now: Date): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${uploadSessions.bytes}), 0)::text` })
    .from(uploadSessions)
    .where(gt(uploadSessions.expiresAt, now));
  return Number(row?.bytes ?? 0);
}

async function withIndexes(db: SqlDatabase, record: UploadRecord): Promise<KnownUpload> {
  const parts = await db.select({ frames: uploadParts.frames }).from(uploadParts).where(isPartOf(record));
  return { record, indexes: new Set(parts.flatMap(({ frames }) => frames.map(({ index }) => index))) };
}

function isUpload({ organizationId, sessionId }: SessionRef) {
  return and(eq(uploadSessions.organizationId, organizationId), eq(uploadSessions.sessionId, sessionId));
}

function isPartOf({ organizationId, sessionId }: SessionRef) {
  return and(eq(uploadParts.organizationId, organizationId), eq(uploadParts.sessionId, sessionId));
}

import type { Database, SqlDatabase } from '@vivant/service-kit/database';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type CheckRecord, checks } from '../checks/checks-table.ts';
import { presentCheck } from '../checks/present-check.ts';
import { chargeCheck } from '../credits/ledger.ts';
import { disownObjects } from '../objects/object-ownership.ts';
import { recordUsage } from '../usage/record-usage.ts';
import { enqueueEvent } from '../webhooks/enqueue-event.ts';
import { videoKey } from './video-key.ts';
import { type SubmissionRecord, videoSubmissions } from './video-submissions-table.ts';

/** A submission about to be stored; without an address its video is in the object store. */
export type NewSubmission = Pick<
  SubmissionRecord,
  'id' | 'organizationId' | 'keyId' | 'model' | 'videoUrl' | 'metadata' | 'createdAt'
>;

/** A submission with its finished check, if it has one. */
export interface FoundSubmission {
  readonly submission: SubmissionRecord;
  readonly check: CheckRecord | null;
}

/** One worker's right to decide about a submission; it ends when another attempt begins. */
export type Attempt = Pick<SubmissionRecord, 'id' | 'attempt'>;

/** Another attempt has begun or decided: what this one found must not be stored. */
export class AttemptLostError extends Error {
  override readonly name = 'AttemptLostError';

  constructor() {
    super('Another attempt at the submission has taken over.');
  }
}

/** Stores a new pending submission. */
export async function insertSubmission(transaction: SqlDatabase, submission: NewSubmission): Promise<void> {
  await transaction.insert(videoSubmissions).values(submission);
}

/** Looks up a submission of an organization; another's is not found. */
export async function findSubmission(
  { db }: Database,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<FoundSubmission | undefined> {
  const [found] = await db
    .select({ submission: videoSubmissions, check: checks })
    .from(videoSubmissions)
    .leftJoin(checks, eq(checks.id, videoSubmissions.checkId))
    .where(and(eq(videoSubmissions.id, id), eq(videoSubmissions.organizationId, organizationId)));
  return found;
}

/** Begins an attempt, which ends any earlier one; undefined when the submission is decided or unknown. */
export async function beginAttempt({ db }: Database, id: string): Promise<SubmissionRecord | undefined> {
  const [begun] = await db
    .update(videoSubmissions)
    .set({ status: 'processing', attempt: sql`${videoSubmissions.attempt} + 1` })
    .where(and(eq(videoSubmissions.id, id), inArray(videoSubmissions.status, ['pending', 'processing'])))
    .returning();
  return begun;
}

/** Returns the submission to the queue; does nothing when another attempt has begun. */
export async function giveBack({ db }: Database, attempt: Attempt): Promise<void> {
  await db.update(videoSubmissions).set({ status: 'pending' }).where(isCurrent(attempt));
}

/**
 * Stores a verdict, charges for it, writes the usage and tells webhooks of it: all or nothing, once.
 * @throws AttemptLostError when another attempt has begun
 * @throws ApiError `insufficient_credits` when the balance was spent since the pre-check
 */
export async function completeSubmission(
  { db }: Database,
  attempt: Attempt,
  { check, credits }: { check: CheckRecord; credits: number },
): Promise<void> {
  const { id: checkId, organizationId, createdAt: at } = check;
  await db.transaction(async (transaction) => {
    await transaction.insert(checks).values(check);
    await decide(transaction, attempt, { status: 'completed', checkId, completedAt: at });
    await chargeCheck(transaction, { organizationId, checkId, credits, at });
    await recordUsage(transaction, check, credits);
    await enqueueEvent(transaction, {
      id: checkId,
      organizationId,
      kind: 'video.completed',
      sessionId: attempt.id,
      at,
      data: presentCheck(check, attempt.id),
    });
  });
}

/**
 * Stores why a video could not be judged, and tells webhooks of it.
 * @throws AttemptLostError when another attempt has begun
 */
export async function failSubmission(
  { db }: Database,
  submission: SubmissionRecord,
  { error, at }: { error: string; at: Date },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await decide(transaction, submission, { status: 'failed', error, completedAt: at });
    await enqueueFailure(transaction, submission, { error, at });
  });
}

/** A submission fails once: its id is the event's. */
async function enqueueFailure(
  transaction: SqlDatabase,
  { id, organizationId, model, metadata }: SubmissionRecord,
  { error, at }: { error: string; at: Date },
): Promise<void> {
  const data = { submission_id: id, model, error, tenant_metadata: metadata };
  await enqueueEvent(transaction, { id, organizationId, kind: 'video.failed', sessionId: id, at, data });
}

/** Fails a submission that no attempt is left for; returns it as it was, undefined when it is decided already. */
export async function abandonSubmission(
  { db }: Database,
  id: string,
  { error, at }: { error: string; at: Date },
): Promise<SubmissionRecord | undefined> {
  return db.transaction(async (transaction) => {
    const [open] = await transaction
      .select()
      .from(videoSubmissions)
      .where(and(eq(videoSubmissions.id, id), inArray(videoSubmissions.status, ['pending', 'processing'])))
      .for('update');
    if (!open) return undefined;
    await transaction
      .update(videoSubmissions)
      .set({ status: 'failed', error, completedAt: at, videoUrl: null })
      .where(eq(videoSubmissions.id, id));
    await disownObjects(transaction, [videoKey(id)], at);
    await enqueueFailure(transaction, open, { error, at });
    return open;
  });
}

async function decide(
  executor: SqlDatabase,
  attempt: Attempt,
  outcome: Partial<SubmissionRecord> & { completedAt: Date },
): Promise<void> {
  const decided = await executor
    .update(videoSubmissions)
    .set({ ...outcome, videoUrl: null })
    .where(isCurrent(attempt))
    .returning({ id: videoSubmissions.id });
  if (decided.length === 0) throw new AttemptLostError();
  await disownObjects(executor, [videoKey(attempt.id)], outcome.completedAt);
}

function isCurrent({ id, attempt }: Attempt) {
  return and(
    eq(videoSubmissions.id, id),
    eq(videoSubmissions.attempt, attempt),
    eq(videoSubmissions.status, 'processing'),
  );
}

import type { ModelManifest } from '@vivant/engine/model-manifest';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { requireCredits } from '../credits/ledger.ts';
import type { Principal } from '../keys/principal.ts';
import { ownObject } from '../objects/object-ownership.ts';
import { insertSubmission, type NewSubmission } from './submission-store.ts';
import type { VideoForm } from './video-form.ts';
import { videoKey } from './video-key.ts';
import type { VideoQueue } from './video-queue.ts';

/** What accepting a video needs. */
export interface SubmitDependencies {
  readonly database: Database;
  readonly queue: VideoQueue;
  readonly clock: Clock;
}

/**
 * Queues a video: the submission and its job are stored together, so that none is without the other.
 * @param id of the submission; an uploaded video is in the object store under its key
 * @throws ApiError `insufficient_credits`
 */
export async function submitVideo(
  { database, queue, clock }: SubmitDependencies,
  { organizationId, keyId }: Principal,
  { id, model, form }: { id: string; model: ModelManifest; form: VideoForm },
): Promise<NewSubmission> {
  await requireCredits(database, organizationId, model.credits);
  const submission: NewSubmission = {
    id,
    organizationId,
    keyId,
    model: model.id,
    videoUrl: form.videoUrl ?? null,
    metadata: form.metadata,
    createdAt: clock.now(),
  };
  // Before the transaction: connecting inside it would wait for itself on the embedded database.
  await queue.start();
  await database.db.transaction(async (transaction) => {
    if (submission.videoUrl === null) await ownObject(transaction, videoKey(id));
    await insertSubmission(transaction, submission);
    await queue.add(transaction, id);
  });
  return submission;
}

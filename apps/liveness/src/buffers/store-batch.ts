import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Database } from '@vivant/service-kit/database';
import type { CheckRecord } from '../checks/checks-table.ts';
import type { FindFinished } from '../checks/find-finished.ts';
import { requireFps } from '../checks/run-check.ts';
import { requireCredits } from '../credits/ledger.ts';
import { type Principal, requireActiveAccount } from '../keys/principal.ts';
import { type FrameBatch, type FrameBuffer, type PutOutcome, WARNINGS_LENGTH_MAX } from './frame-buffer.ts';

/** What a request adds to its session. */
export type Contribution = Omit<FrameBatch, 'modelId' | 'framesRequired'> & { readonly sessionId: string };

/** Where the session stands after it. */
export type StoredBatch =
  | { readonly kind: 'finished'; readonly record: CheckRecord }
  | {
      readonly kind: 'stored';
      readonly framesReceived: number;
      readonly ttlMs: number;
      readonly completes: boolean;
    };

/** Adds frames to a session. */
export type StoreBatch = (
  principal: Principal,
  model: ModelManifest,
  contribution: Contribution,
) => Promise<StoredBatch>;

/**
 * Builds the way of frames into the buffer. A session's verdict and the balance are looked up once, before its
 * buffer is created: an account that cannot pay learns it before it sends everything.
 * @throws ApiError `session_model_mismatch` when the session belongs to another model, `payload_too_large`
 *   when it exceeds its room, `insufficient_credits`, `missing_field` for a model that needs fps
 */
export function createStoreBatch(dependencies: {
  readonly database: Database;
  readonly frameBuffer: FrameBuffer;
  readonly findFinished: FindFinished;
}): StoreBatch {
  const { database, frameBuffer, findFinished } = dependencies;

  return async (principal, model, { sessionId, ...contribution }) => {
    requireActiveAccount(principal);
    requireFps(model, contribution.details.fps);
    const session = { organizationId: principal.organizationId, sessionId };
    const batch = { ...contribution, modelId: model.id, framesRequired: model.framesRequired };
    for (let create = false; ; create = true) {
      const outcome = await frameBuffer.put(session, batch, { create });
      if (outcome.kind === 'stored') return outcome;
      if (outcome.kind !== 'absent' && outcome.kind !== 'finished') throw refusalOf(outcome, model);
      const record = await findFinished(principal, model, sessionId);
      if (record) return { kind: 'finished', record };
      // The note outlived the verdict it stands for.
      if (outcome.kind === 'finished') await frameBuffer.remove(session);
      await requireCredits(database, principal.organizationId, model.credits);
    }
  };
}

function refusalOf(
  outcome: Extract<PutOutcome, { kind: 'other-model' | 'too-large' }>,
  model: ModelManifest,
): ApiError {
  if (outcome.kind === 'other-model') return otherModel(outcome.modelId, model.id);
  return outcome.what === 'frames'
    ? new ApiError('payload_too_large', 'The frames of the session are larger than a session may be.')
    : new ApiError(
        'validation_error',
        `The warnings of the session are longer than ${WARNINGS_LENGTH_MAX} characters of JSON.`,
      );
}

/** The refusal of a session whose frames were sent for another model. */
export function otherModel(buffered: string, wanted: string): ApiError {
  return new ApiError(
    'session_model_mismatch',
    `The session has frames for the model ${buffered}; it cannot be continued with ${wanted}.`,
  );
}

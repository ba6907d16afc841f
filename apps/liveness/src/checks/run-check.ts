import type { CheckOutcome, Engine, Judged } from '@vivant/engine/check';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { requireCredits } from '../credits/ledger.ts';
import { type Principal, requireActiveAccount } from '../keys/principal.ts';
import type { Guarded, SessionGuard } from '../sessions/session-guard.ts';
import type { Capture } from './capture.ts';
import type { CheckRecord } from './checks-table.ts';
import { toPublicError } from './engine-errors.ts';
import { tooFewFrames, tooFewUsableFrames } from './insufficient-frames.ts';
import { storeCheck } from './store-check.ts';
import { undecodableFrame } from './undecodable-frame.ts';

/** What a check needs from its surroundings. */
export interface CheckDependencies {
  readonly database: Database;
  readonly engine: Pick<Engine, 'check'>;
  readonly sessions: SessionGuard<CheckRecord>;
  readonly clock: Clock;
  readonly newId: IdGenerator;
}

/** Judges a capture with a model on behalf of a principal. */
export type RunCheck = (
  principal: Principal,
  model: ModelManifest,
  capture: Capture,
) => Promise<Guarded<CheckRecord>>;

/**
 * Builds the one pipeline that every way of submitting material ends in. A session that has its verdict
 * answers before the credit pre-check: what was paid for stays readable with an empty balance.
 * @throws ApiError with any code a check can answer
 */
export function createRunCheck(dependencies: CheckDependencies): RunCheck {
  const { database, engine, sessions, clock, newId } = dependencies;

  return async (principal, model, capture) => {
    const { organizationId, keyId } = principal;
    const startedMs = clock.monotonicMs();
    requireActiveAccount(principal);
    requireSessionsModel(principal, model);
    requireFrames(model, capture);
    const guarded = await sessions.once({ organizationId, sessionId: capture.sessionId }, async (lease) => {
      await requireCredits(database, organizationId, model.credits);
      const judged = requireJudged(await infer(engine, model, capture));
      const record: CheckRecord = {
        id: newId(),
        organizationId,
        keyId,
        model: model.id,
        ...recordedFields(capture),
        metadata: principal.session?.metadata ?? capture.metadata,
        verdict: judged.verdict,
        realScore: judged.realScore,
        framesProcessed: judged.framesProcessed,
        diagnostics: judged.diagnostics,
        processingMs: Math.round(clock.monotonicMs() - startedMs),
        createdAt: clock.now(),
      };
      await storeCheck(database, lease, record, model.credits, capture.endpoint);
      return record;
    });
    requireSameModel(model, guarded.answer);
    return guarded;
  };
}

/** The server that opened a session chose its model, and with it the price; its browser cannot change that. */
function requireSessionsModel({ session }: Principal, model: ModelManifest): void {
  if (!session || session.model === model.id) return;
  throw new ApiError('session_model_mismatch', `The session was opened for the model ${session.model}.`);
}

function requireFrames(model: ModelManifest, capture: Capture): void {
  if (model.needs.fps && capture.fps === undefined) {
    throw new ApiError('missing_field', `fps is required by the model ${model.id}.`);
  }
  if (capture.frameCount < model.framesRequired) {
    throw tooFewFrames(model.framesRequired, capture.frameCount);
  }
}

async function infer(
  engine: Pick<Engine, 'check'>,
  model: ModelManifest,
  capture: Capture,
): Promise<CheckOutcome> {
  const frames = await capture.loadFrames();
  const { fps } = capture;
  try {
    return await engine.check({ modelId: model.id, frames, ...(fps !== undefined && { fps }) });
  } catch (error) {
    throw toPublicError(error);
  }
}

function requireJudged(outcome: CheckOutcome): Judged {
  if (outcome.kind === 'judged') return outcome;
  throw outcome.kind === 'insufficient' ? tooFewUsableFrames(outcome) : undecodableFrame(outcome);
}

function recordedFields({ sessionId, inputSource, source, warnings, metadata }: Capture) {
  return { sessionId, inputSource, source, warnings, metadata };
}

function requireSameModel(model: ModelManifest, record: CheckRecord): void {
  if (record.model === model.id) return;
  throw new ApiError(
    'session_model_mismatch',
    `The session has a verdict of the model ${record.model}; it cannot be checked with ${model.id}.`,
  );
}

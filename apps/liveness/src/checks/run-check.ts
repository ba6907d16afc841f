import type { CheckOutcome, Engine, Frame, Judged } from '@vivant/engine/check';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Calibrate } from '../calibrations/create-calibrate.ts';
import { requireCredits } from '../credits/ledger.ts';
import { type Principal, requireActiveAccount } from '../keys/principal.ts';
import type { Guarded, SessionGuard } from '../sessions/session-guard.ts';
import type { Capture, FacelessFrame } from './capture.ts';
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
  readonly calibrate: Calibrate;
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
  const { database, engine, sessions, calibrate, clock, newId } = dependencies;

  return async (principal, model, capture) => {
    const { organizationId, keyId } = principal;
    const startedMs = clock.monotonicMs();
    requireActiveAccount(principal);
    requireSessionsModel(principal, model);
    requireFrames(model, capture);
    const guarded = await sessions.once({ organizationId, sessionId: capture.sessionId }, async (lease) => {
      await requireCredits(database, organizationId, model.credits);
      const judged = requireJudged(await infer(engine, model, capture));
      const scored = await calibrate({ organizationId, model: model.id }, judged);
      const record: CheckRecord = {
        id: newId(),
        organizationId,
        keyId,
        model: model.id,
        ...recordedFields(capture),
        metadata: principal.session?.metadata ?? capture.metadata,
        verdict: scored.verdict,
        realScore: scored.realScore,
        framesProcessed: judged.framesProcessed,
        warning: warnOfTightCrops(capture, judged),
        diagnostics: scored.diagnostics,
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

/**
 * Refuses a capture that lacks the frame rate its model cannot do without.
 * @throws ApiError `missing_field`
 */
export function requireFps(model: ModelManifest, fps: number | undefined): void {
  if (!model.needs.fps || fps !== undefined) return;
  throw new ApiError('missing_field', `fps is required by the model ${model.id}.`);
}

function requireFrames(model: ModelManifest, capture: Capture): void {
  requireFps(model, capture.fps);
  if (capture.frameCount < model.framesRequired) {
    throw tooFewFrames(model.framesRequired, capture.frameCount);
  }
}

async function infer(
  engine: Pick<Engine, 'check'>,
  model: ModelManifest,
  capture: Capture,
): Promise<CheckOutcome> {
  const loaded = await capture.loadFrames();
  const frames = loaded.filter((frame): frame is Frame => !isFaceless(frame));
  const framesDropped = loaded.length - frames.length;
  const { fps } = capture;
  try {
    return await engine.check({
      modelId: model.id,
      frames,
      ...(framesDropped > 0 && { framesDropped }),
      ...(fps !== undefined && { fps }),
    });
  } catch (error) {
    throw toPublicError(error);
  }
}

function isFaceless(frame: Frame | FacelessFrame): frame is FacelessFrame {
  return 'isFaceless' in frame;
}

function requireJudged(outcome: CheckOutcome): Judged {
  if (outcome.kind === 'judged') return outcome;
  throw outcome.kind === 'insufficient' ? tooFewUsableFrames(outcome) : undecodableFrame(outcome);
}

function recordedFields(capture: Capture) {
  const { sessionId, inputSource, source, bgSegmentation = null, warnings, metadata } = capture;
  return { sessionId, inputSource, source, bgSegmentation, warnings, metadata };
}

/**
 * Refuses a session whose verdict another model reached.
 * @throws ApiError `session_model_mismatch`
 */
export function requireSameModel(model: ModelManifest, record: CheckRecord): void {
  if (record.model === model.id) return;
  throw new ApiError(
    'session_model_mismatch',
    `The session has a verdict of the model ${record.model}; it cannot be checked with ${model.id}.`,
  );
}

/** The face should cover about a third of a crop; beyond a half the nets miss what surrounds it. */
const CROP_FACE_SHARE_MAX = 0.5;

function warnOfTightCrops({ inputSource }: Capture, { faceShare }: Judged): string | null {
  if (inputSource !== 'rest_crops' || faceShare <= CROP_FACE_SHARE_MAX) return null;
  return 'The crops are too tight: the face covers more than half of them. Cut squares of three times the face.';
}

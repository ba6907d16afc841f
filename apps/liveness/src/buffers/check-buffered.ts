import type { InputSource } from '@vivant/contract/verification-result';
import type { Frame } from '@vivant/engine/check';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Capture, FacelessFrame } from '../checks/capture.ts';
import type { CheckRecord } from '../checks/checks-table.ts';
import { distinctWarnings } from '../checks/distinct-warnings.ts';
import type { FindFinished } from '../checks/find-finished.ts';
import { tooFewFrames } from '../checks/insufficient-frames.ts';
import type { RunCheck } from '../checks/run-check.ts';
import type { Principal } from '../keys/principal.ts';
import type { Guarded } from '../sessions/session-guard.ts';
import type { BufferedFrame, BufferStatus, CaptureDetails, FrameBuffer } from './frame-buffer.ts';
import { otherModel } from './store-batch.ts';

/** How buffered frames are to be judged. */
export interface BufferedCheck {
  readonly sessionId: string;
  readonly inputSource: InputSource;
  /** Whether the landmarks that came with the frames tell where the face is. */
  readonly usesLandmarks: boolean;
  /** What this request says itself; it wins over what was said with the frames. */
  readonly details: CaptureDetails;
  /** Frame rate when neither said one; then it is measured, unless there is a default. */
  readonly fpsDefault?: number;
  readonly warnings: Capture['warnings'];
  /** Whether too few usable frames end the session's buffer: a stream has no room for further frames. */
  readonly endsWhenInsufficient: boolean;
}

/** Judges what is buffered of a session, or answers the verdict it has. */
export type CheckBuffered = (
  principal: Principal,
  model: ModelManifest,
  check: BufferedCheck,
) => Promise<Guarded<CheckRecord>>;

/**
 * Builds the check of buffered frames. A verdict ends the buffer, and so does a frame that cannot be decoded;
 * after any other failure the frames stay, so that the same request may succeed later.
 * @throws ApiError `insufficient_frames` with received 0 for an unknown session, and what a check can answer
 */
export function createCheckBuffered(dependencies: {
  readonly frameBuffer: FrameBuffer;
  readonly findFinished: FindFinished;
  readonly runCheck: RunCheck;
}): CheckBuffered {
  const { frameBuffer, findFinished, runCheck } = dependencies;

  return async (principal, model, check) => {
    const session = { organizationId: principal.organizationId, sessionId: check.sessionId };
    const status = await frameBuffer.status(session);
    if (!status || status.isFinished) {
      const record = await findFinished(principal, model, check.sessionId);
      if (record) return { answer: record, cached: true };
      throw tooFewFrames(model.framesRequired, 0);
    }
    if (status.modelId !== model.id) throw otherModel(status.modelId, model.id);
    const loadFrames = async () => {
      const frames = await frameBuffer.read(session);
      // They expired, or another request ended the buffer since.
      if (frames.length < model.framesRequired) throw tooFewFrames(model.framesRequired, frames.length);
      return check.usesLandmarks ? withLandmarks(frames) : frames.map(withoutLandmarks);
    };
    try {
      const guarded = await runCheck(principal, model, { ...describe(check, status), loadFrames });
      await frameBuffer.finish(session);
      return guarded;
    } catch (error) {
      if (endsBuffer(error, check)) await frameBuffer.remove(session);
      throw error;
    }
  };
}

function describe(check: BufferedCheck, status: BufferStatus): Omit<Capture, 'loadFrames'> {
  const { details } = status;
  return {
    sessionId: check.sessionId,
    frameCount: status.framesReceived,
    fps: check.details.fps ?? details.fps ?? check.fpsDefault,
    inputSource: check.inputSource,
    source: check.details.source ?? details.source ?? 'media',
    warnings: distinctWarnings([...status.warnings, ...(check.warnings ?? [])]),
    metadata: check.details.metadata ?? details.metadata ?? null,
  };
}

function endsBuffer(error: unknown, { endsWhenInsufficient }: BufferedCheck): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'insufficient_frames') return endsWhenInsufficient;
  return error.code === 'validation_error' || error.code === 'payload_too_large';
}

function withoutLandmarks({ index, timestampMs, bytes }: BufferedFrame): Frame {
  return { index, timestampMs, bytes };
}

function withLandmarks(frames: readonly BufferedFrame[]): (Frame | FacelessFrame)[] {
  const missing = frames.filter(({ landmarks }) => landmarks === undefined).length;
  if (missing > 0) {
    throw new ApiError(
      'missing_field',
      `landmarks are required by live-check; ${missing} of ${frames.length} frames were uploaded without them.`,
    );
  }
  return frames.map(({ index, timestampMs, bytes, landmarks }) =>
    landmarks ? { index, timestampMs, bytes, landmarks } : { index, isFaceless: true },
  );
}

import type { Engine } from '@vivant/engine/check';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { judgeRuns, mergeDiagnostics, type VideoJudgement } from '@vivant/engine/pipeline/judge-runs';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { countFrames } from '@vivant/video/count-frames';
import { readFirstFrames } from '@vivant/video/first-frames';
import { frameSideMax } from '@vivant/video/run-size';
import type { Scored } from '../calibrations/calibrated.ts';
import type { Calibrate } from '../calibrations/create-calibrate.ts';
import type { CheckRecord } from '../checks/checks-table.ts';
import { tooFewUsableFrames } from '../checks/insufficient-frames.ts';
import type { Catalogue } from '../models/catalogue.ts';
import type { ObjectRemoval } from '../objects/object-removal.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { failureOf } from './judging-failure.ts';
import type { LocalVideos } from './local-video.ts';
import {
  AttemptLostError,
  abandonSubmission,
  beginAttempt,
  completeSubmission,
  failSubmission,
  giveBack,
} from './submission-store.ts';
import { videoKey } from './video-key.ts';
import { ATTEMPTS_MAX, type VideoJob, type VideoJobHandlers } from './video-queue.ts';
import type { SubmissionRecord } from './video-submissions-table.ts';

/** What judging videos needs. */
export interface ProcessDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly removal: Pick<ObjectRemoval, 'remove'>;
  readonly engine: Pick<Engine, 'check'>;
  readonly calibrate: Calibrate;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  readonly local: LocalVideos;
  /** Downloads a video. @throws VideoFetchError */
  readonly fetch: (url: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly ffmpegPath: string;
  readonly bytesMax: number;
}

/**
 * Builds what a worker does with a job. Its verdict and charge are stored only while no other worker has taken over; the
 * uploaded video belongs to nobody from then on and is removed, by the sweep when this worker dies in between.
 */
export function createVideoJobHandlers(dependencies: ProcessDependencies): VideoJobHandlers {
  const { database, removal, logger, clock } = dependencies;
  return {
    async work({ submissionId, signal }) {
      const submission = await beginAttempt(database, submissionId);
      try {
        if (submission) await decide(submission, dependencies, signal);
      } catch (error) {
        // Another worker has it, and will remove it.
        if (error instanceof AttemptLostError) return;
        if (submission) {
          await giveBack(database, submission).catch((failure: unknown) => {
            logger.warn({ err: failure, submissionId }, 'a submission is still marked as being processed');
          });
        }
        logger.warn({ err: error, submissionId, attempt: submission?.attempt }, 'judging a video failed');
        throw error;
      }
      await removal.remove([videoKey(submissionId)]);
    },
    async giveUp(submissionId) {
      const error = 'The video could not be judged in several attempts.';
      await abandonSubmission(database, submissionId, { error, at: clock.now() });
      await removal.remove([videoKey(submissionId)]);
    },
  };
}

/** Judges a video and stores the outcome; rejects when another attempt may do better. */
async function decide(
  submission: SubmissionRecord,
  dependencies: ProcessDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { database, catalogue, clock } = dependencies;
  const startedMs = clock.monotonicMs();
  try {
    const model = catalogue.find(submission.model);
    if (!model) throw new Error(`This worker does not have the model ${submission.model}.`);
    const judgement = await judge(submission, model, dependencies, signal);
    if (judgement.kind === 'insufficient') throw tooFewUsableFrames(judgement.best);
    const { verdict, realScore, runs } = judgement;
    const scored = await dependencies.calibrate(submission, {
      verdict,
      realScore,
      diagnostics: mergeDiagnostics(runs),
    });
    const framesProcessed = runs.reduce((sum, run) => sum + run.framesProcessed, 0);
    const check = toCheck(submission, {
      ...scored,
      id: dependencies.newId(),
      framesProcessed,
      processingMs: Math.round(clock.monotonicMs() - startedMs),
      createdAt: clock.now(),
    });
    await completeSubmission(database, submission, { check, credits: model.credits });
  } catch (error) {
    signal.throwIfAborted();
    const failure = failureOf(error);
    if (!failure || !(failure.isFinal || submission.attempt >= ATTEMPTS_MAX)) throw error;
    await failSubmission(database, submission, { error: failure.message, at: clock.now() });
  }
}

async function judge(
  submission: SubmissionRecord,
  { id: modelId, framesRequired }: ModelManifest,
  { objects, local, fetch, ffmpegPath, engine, bytesMax }: ProcessDependencies,
  signal: VideoJob['signal'],
): Promise<VideoJudgement> {
  const { id, videoUrl } = submission;
  const content = videoUrl === null ? await objects.open(videoKey(id)) : fetch(videoUrl, signal);
  const limits = { fileBytesMax: bytesMax };
  return local.with(content, { bytesMax, signal }, async (path) => {
    const frameCount = await countFrames(path, { ffmpegPath, limits, signal });
    const sideMax = frameSideMax(framesRequired);
    const pictures = readFirstFrames(path, { ffmpegPath, sideMax, limits, signal });
    return judgeRuns(pictures, { engine, modelId, framesRequired, frameCount, signal });
  });
}

function toCheck(
  { id: sessionId, organizationId, keyId, model, metadata }: SubmissionRecord,
  judged: Scored & Pick<CheckRecord, 'id' | 'framesProcessed' | 'processingMs' | 'createdAt'>,
): CheckRecord {
  return {
    organizationId,
    keyId,
    sessionId,
    model,
    inputSource: 'video_upload',
    source: 'media',
    warnings: null,
    warning: null,
    bgSegmentation: null,
    metadata,
    ...judged,
  };
}

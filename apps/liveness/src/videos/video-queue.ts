import type { SqlDatabase } from '@vivant/service-kit/database';

/** A video that takes three workers down is given up. */
export const ATTEMPTS_MAX = 3;

/** A submission that this process has been given to work on. */
export interface VideoJob {
  readonly submissionId: string;
  /** Aborted when the process stops or the job took too long: give the work back. */
  readonly signal: AbortSignal;
}

/** What a worker does with jobs. */
export interface VideoJobHandlers {
  /** Works on a job; when it rejects, the job is tried again later. */
  work(job: VideoJob): Promise<void>;
  /** Told of a submission that three workers began and none finished. */
  giveUp(submissionId: string): Promise<void>;
}

/**
 * Hands submissions to workers: each to one at a time, again when a worker dies, at most three times. Connects at the first
 * use.
 */
export interface VideoQueue {
  /** Adds a submission; it is there when the transaction commits. */
  add(transaction: SqlDatabase, submissionId: string): Promise<void>;
  /** Whether a living worker has the submission. */
  isHeld(submissionId: string): Promise<boolean>;
  /** Begins to take jobs, as many at once as given. */
  startWork(handlers: VideoJobHandlers, options: { concurrency: number }): Promise<void>;
  /** Creates what the queue needs in the database; otherwise the first use does. */
  start(): Promise<void>;
  /** Takes no further job, lets those at work finish for a while, then gives them back. Idempotent. */
  stop(): Promise<void>;
}

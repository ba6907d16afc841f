import { randomUUID } from 'node:crypto';
import type { Database } from '@vivant/service-kit/database';
import type { Logger } from '@vivant/service-kit/logger';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { bossConnection } from './boss-connection.ts';
import { ATTEMPTS_MAX, type VideoJobHandlers, type VideoQueue } from './video-queue.ts';

/** The schema of pg-boss beside ours; it creates and migrates it itself. */
const SCHEMA = 'vivant_jobs';
const QUEUE = 'video';
const ABANDONED = 'video-abandoned';

/** A worker that is silent for so long is dead: the least that pg-boss takes. It is heard of twice in that time. */
const HEARTBEAT_SECONDS = 10;

/** How often silent workers are looked for, by every process: the last worker may be the dead one. */
const SUPERVISE_SECONDS = 2;

/** How often an idle worker asks for a job; what a video waits at most when a worker is idle. */
const POLL_SECONDS = 0.5;

/** Above what the limits on decoding and judging allow together. */
const JOB_SECONDS_MAX = 900;

const RETRY_DELAY_SECONDS = 1;

/** How long jobs at work may go on when the process stops; the process itself is ended after 25 s. */
const STOP_PATIENCE_MS = 12_000;

interface JobData {
  readonly submissionId: string;
}

/** What the queue is made of. */
export interface BossVideoQueueOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly stopPatienceMs?: number | undefined;
}

/** The queue on pg-boss, in the service's own database, so that a submission and its job are stored together. */
export function createBossVideoQueue(options: BossVideoQueueOptions): VideoQueue {
  return new BossVideoQueue(options);
}

class BossVideoQueue implements VideoQueue {
  readonly #options: BossVideoQueueOptions;
  readonly #stopping = new AbortController();
  #started: Promise<PgBoss> | undefined;
  #working = false;

  constructor(options: BossVideoQueueOptions) {
    this.#options = options;
  }

  async add(transaction: Parameters<VideoQueue['add']>[0], submissionId: string): Promise<void> {
    const boss = await this.#boss();
    const data: JobData = { submissionId };
    await boss.send(QUEUE, data, { id: submissionId, db: fromDrizzle(transaction, sql) });
  }

  async isHeld(submissionId: string): Promise<boolean> {
    const boss = await this.#boss();
    const [job] = await boss.findJobs(QUEUE, { id: submissionId });
    return job?.state === 'active';
  }

  async startWork(handlers: VideoJobHandlers, { concurrency }: { concurrency: number }): Promise<void> {
    const boss = await this.#boss();
    this.#working = true;
    const pace = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: 1 };
    await boss.work<JobData>(QUEUE, { ...pace, localConcurrency: concurrency }, async ([job]) => {
      if (!job) return;
      const signal = AbortSignal.any([job.signal, this.#stopping.signal]);
      await handlers.work({ submissionId: job.data.submissionId, signal });
    });
    await boss.work<JobData>(ABANDONED, pace, async ([job]) => {
      if (job) await handlers.giveUp(job.data.submissionId);
    });
  }

  async start(): Promise<void> {
    await this.#boss();
  }

  async stop(): Promise<void> {
    const boss = await this.#started?.catch(() => undefined);
    this.#started = Promise.reject(new Error('The queue was stopped.'));
    this.#started.catch(() => undefined);
    if (!boss) return;
    if (this.#working) {
      const patience = setTimeout(
        () => this.#stopping.abort(new Error('The worker is stopping.')),
        this.#options.stopPatienceMs ?? STOP_PATIENCE_MS,
      );
      await Promise.all([QUEUE, ABANDONED].map((name) => boss.offWork(name, { wait: true })));
      clearTimeout(patience);
    }
    await boss.stop({ graceful: false });
  }

  /** A start that failed is tried again at the next use. */
  #boss(): Promise<PgBoss> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #start(): Promise<PgBoss> {
    const { database, logger } = this.#options;
    const embedded = database.kind === 'embedded';
    const boss = new PgBoss({
      db: bossConnection(database),
      backend: embedded ? 'pglite' : 'postgres',
      useListenNotify: embedded,
      schema: SCHEMA,
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    boss.on('error', (error) => logger.warn({ err: error }, 'the job queue reports an error'));
    await boss.start();
    await boss.createQueue(ABANDONED);
    await boss.createQueue(QUEUE, {
      notify: embedded,
      deadLetter: ABANDONED,
      retryLimit: ATTEMPTS_MAX - 1,
      retryDelay: RETRY_DELAY_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: JOB_SECONDS_MAX,
      deleteAfterSeconds: 24 * 60 * 60,
    });
    // Has pg-boss remember the queue. Otherwise it would ask for it outside the transaction of the first submission,
    // which on the embedded database waits for itself.
    await boss.findJobs(QUEUE, { id: randomUUID() });
    return boss;
  }
}

import { type BotEvent, ENDED_STATUSES } from '@vivant/contract/bot-event';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import type { Logger } from '@vivant/service-kit/logger';
import type { SessionCallbacks } from '../callbacks/session-callbacks.ts';
import type { FrameJudge } from '../checks/frame-judge.ts';
import type { EventLog } from '../events/event-log.ts';
import type { SessionMeter } from '../health/bot-metrics.ts';
import type { SaveAnalysis } from '../history/analysis-store.ts';
import type { JoinRequest, MeetingProvider } from '../providers/meeting-provider.ts';
import {
  type Analysis,
  ScanConflictError,
  type SessionPlan,
  type SessionRunner,
} from '../scans/session-runner.ts';
import type { OpenRunner } from './open-runner.ts';
import type { CommandReply, SessionCommand } from './session-command.ts';
import { deleteSession, insertSession, type NewSession, noteBot, saveProgress } from './session-store.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** A session to be opened. */
export interface SessionOrder {
  readonly record: NewSession;
  readonly plan: SessionPlan;
  readonly provider: MeetingProvider;
  readonly join: JoinRequest;
  readonly judge: FrameJudge;
}

/** The sessions that this process runs. */
export interface SessionHost {
  /** Identifies this process. */
  readonly owner: string;
  /** Ids of the sessions that run. */
  readonly running: readonly string[];
  /**
   * Stores a session and sends its bot; resolves with the bot's id, or undefined when the organization has used the
   * idempotency key already.
   * @throws MeetingProviderError when no bot could be sent; nothing is left behind then
   */
  open(order: SessionOrder): Promise<string | undefined>;
  /** Carries out a command. */
  handle(sessionId: string, command: SessionCommand): Promise<CommandReply>;
  /** Ends a session that is not this process's business any more: expired, or taken over by another. */
  end(sessionId: string, status: string, reason: string): Promise<void>;
  /** Ids of sessions that have lasted too long. */
  expired(): string[];
  /** Ends all sessions as `stopped` and waits until that is stored. Idempotent. */
  stop(): Promise<void>;
}

export interface SessionHostOptions {
  readonly owner: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: EventLog;
  readonly openRunner: OpenRunner;
  readonly callbacks: SessionCallbacks;
  readonly meter: SessionMeter;
  /** Absent when analyses are not kept. */
  readonly saveAnalysis: SaveAnalysis | undefined;
}

interface HostedSession {
  readonly record: NewSession;
  readonly writes: WriteQueue;
  /** Absent until the bot is on its way. */
  runner: SessionRunner | undefined;
  ended: boolean;
}

/** Creates a host without sessions. */
export function createSessionHost(options: SessionHostOptions): SessionHost {
  return new Host(options);
}

class Host implements SessionHost {
  readonly #options: SessionHostOptions;
  readonly #sessions = new Map<string, HostedSession>();
  readonly #stop = new AbortController();

  constructor(options: SessionHostOptions) {
    this.#options = options;
  }

  get owner(): string {
    return this.#options.owner;
  }

  get running(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  async open(order: SessionOrder): Promise<string | undefined> {
    const { record, plan, provider, join, judge } = order;
    const { database, events, openRunner, logger } = this.#options;
    if (!(await insertSession(database, record))) return undefined;
    const writes = createWriteQueue(logger, this.#stop.signal);
    const session: HostedSession = { record, writes, runner: undefined, ended: false };
    this.#sessions.set(record.id, session);
    try {
      const { runner, botId } = await openRunner(plan, {
        judge,
        observer: {
          onEvent: (event) => this.#onEvent(session, event),
          onAnalysis: (analysis) => this.#onAnalysis(session, analysis),
        },
        join: (listener) => provider.join(join, listener),
      });
      session.runner = runner;
      await this.#noteBot(session, runner, botId);
      logger.info({ sessionId: record.id, provider: provider.name }, 'session opened');
      return botId;
    } catch (error) {
      session.ended = true;
      this.#sessions.delete(record.id);
      events.finish(record.id);
      await deleteSession(database, record.id);
      throw error;
    }
  }

  /** A bot that is noted nowhere could not be made to leave later. */
  async #noteBot(session: HostedSession, runner: SessionRunner, botId: string): Promise<void> {
    try {
      await noteBot(this.#options.database, session.record.id, botId);
    } catch (error) {
      await runner.end('fatal', 'The session could not be stored.');
      throw error;
    }
    if (session.ended) this.#finish(session);
    else if (this.#stop.signal.aborted) await runner.end('stopped', STOPPING);
  }

  async handle(sessionId: string, command: SessionCommand): Promise<CommandReply> {
    const session = this.#sessions.get(sessionId);
    const runner = session?.runner;
    if (!session || !runner) return { kind: 'not-here' };
    if (command.kind === 'state')
      return { kind: 'state', state: runner.state(), lastEventId: this.#options.events.lastId(sessionId) };
    if (command.kind === 'end') {
      await runner.end('stopped');
      await session.writes.settled();
      return { kind: 'done' };
    }
    try {
      const isKnown = runner[command.kind](command.participantId);
      return isKnown ? { kind: 'done' } : { kind: 'unknown-participant' };
    } catch (error) {
      if (error instanceof ScanConflictError) return { kind: 'conflict', message: error.message };
      throw error;
    }
  }

  async end(sessionId: string, status: string, reason: string): Promise<void> {
    await this.#sessions.get(sessionId)?.runner?.end(status, reason);
  }

  expired(): string[] {
    const now = this.#options.clock.now();
    return [...this.#sessions.values()]
      .filter(({ record }) => record.expiresAt <= now)
      .map(({ record }) => record.id);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map(async ({ runner }) => runner?.end('stopped', STOPPING)));
    await Promise.all(sessions.map(({ writes }) => writes.settled()));
  }

  #onEvent(session: HostedSession, event: BotEvent): void {
    if (session.ended) return;
    const { record, writes } = session;
    const { database, events, callbacks } = this.#options;
    const stored = events.append(record.id, event);
    this.#options.meter.countEvent(event);
    if (event.type === 'participant-result' && record.callbackUrl) {
      const tell = callbacks.tellResult(record.id, stored);
      writes.push(() => tell(database.db));
    }
    if (event.type !== 'session-status') return;
    if (ENDED_STATUSES.includes(event.status)) {
      session.ended = true;
      // One that ended on its way is finished once its bot is known.
      if (session.runner) this.#finish(session);
      return;
    }
    const progress = { status: event.status, statusReason: event.reason ?? null };
    writes.push(() => saveProgress(database.db, this.#idOf(session), progress));
  }

  #onAnalysis(session: HostedSession, analysis: Analysis): void {
    const { saveAnalysis, clock } = this.#options;
    if (!saveAnalysis) return;
    const at = clock.now();
    session.writes.push(saveAnalysis(session.record, analysis, at));
  }

  /** Stores the end; the session is forgotten when that is done. */
  #finish(session: HostedSession): void {
    const { record, writes } = session;
    const { clock, logger, events } = this.#options;
    const endedAt = clock.now();
    writes.push(() => this.#storeEnd(session, endedAt));
    void writes.settled().then(() => {
      this.#sessions.delete(record.id);
      events.finish(record.id);
      logger.info({ sessionId: record.id }, 'session ended');
    });
  }

  async #storeEnd(session: HostedSession, endedAt: Date): Promise<void> {
    const { record, runner } = session;
    if (!runner) return;
    const { database, events, callbacks, saveAnalysis } = this.#options;
    const { status, statusReason, participants, results } = runner.state();
    const lastEventId = events.lastId(record.id);
    // Whoever keeps no analyses keeps no names and verdicts either.
    const kept = saveAnalysis ? { participants: [...participants], results: [...results] } : {};
    await database.db.transaction(async (transaction) => {
      const progress = { status, statusReason, endedAt, lastEventId, ...kept };
      if (!(await saveProgress(transaction, this.#idOf(session), progress))) return;
      if (record.callbackUrl)
        await callbacks.tellEnd(record.id, { status, statusReason, endedAt, results })(transaction);
    });
  }

  #idOf({ record }: HostedSession) {
    return { id: record.id, owner: this.owner };
  }
}

const STOPPING = 'The service is being stopped.';

import type { FrameGate } from '@vivant/engine/frame-gate';
import type { Clock } from '@vivant/service-kit/clock';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { type FrameJudge, JudgementError } from '../checks/frame-judge.ts';
import type {
  CameraFrame,
  MeetingBot,
  MeetingEvent,
  MeetingListener,
} from '../providers/meeting-provider.ts';
import { FrameCollector } from './frame-collector.ts';
import { moveScanSession } from './move-scan-session.ts';
import { presentSession } from './present-session.ts';
import { findScanConflict, findStopConflict } from './scan-conflict.ts';
import { openScanSession, type ScanEffect, type ScanEvent, type ScanSession } from './scan-session.ts';
import {
  ScanConflictError,
  type SessionObserver,
  type SessionPlan,
  type SessionRunner,
  type SessionState,
} from './session-runner.ts';
import type { Timers } from './timers.ts';

/** What a session runs with. */
export interface SessionRunnerDeps {
  readonly judge: FrameJudge;
  readonly gate: FrameGate;
  readonly observer: SessionObserver;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly newId: IdGenerator;
  /** Told of failures that no event shows: of the gate, and of leaving a meeting. */
  onFault(error: unknown): void;
}

/** A session that a meeting can talk to. Listen first, join, then attach the bot. */
export interface RunningSession extends SessionRunner, MeetingListener {
  /** Gives the session its bot: it watches whom the session asks for, and leaves when the session has ended already. */
  attach(bot: MeetingBot): void;
}

/** Every second frame of most cameras: motion was learnt at 12 to 30 a second, and the gate pays for each frame. */
export const SCAN_FPS = 15;

/** Creates a session; `clear-participants` is told at once. */
export function createSessionRunner(plan: SessionPlan, deps: SessionRunnerDeps): RunningSession {
  return new MeetingSession(plan, deps);
}

interface Collection {
  readonly scanId: number;
  readonly participantId: string;
  readonly collector: FrameCollector;
  readonly cancelTimeout: () => void;
}

class MeetingSession implements RunningSession {
  readonly #plan: SessionPlan;
  readonly #deps: SessionRunnerDeps;
  readonly #inbox: ScanEvent[] = [];
  readonly #analyses = new Map<number, AbortController>();
  readonly #wakes = new Map<string, () => void>();
  #session: ScanSession;
  #collection: Collection | undefined;
  #bot: MeetingBot | undefined;
  #left: Promise<void> | undefined;
  #isMoving = false;

  constructor(plan: SessionPlan, deps: SessionRunnerDeps) {
    this.#plan = plan;
    this.#deps = deps;
    this.#session = openScanSession(plan);
    deps.observer.onEvent({ type: 'clear-participants' });
  }

  state(): SessionState {
    return presentSession(this.#session);
  }

  attach(bot: MeetingBot): void {
    this.#bot = bot;
    if (this.#session.phase === 'ended') void this.#leave();
    else if (this.#collection) bot.watch(this.#collection.participantId, SCAN_FPS);
  }

  onEvent(event: MeetingEvent): void {
    this.#take(event);
  }

  onFrame(frame: CameraFrame): void {
    if (frame.participantId === this.#collection?.participantId) this.#collection.collector.offer(frame);
  }

  scan(participantId: string): boolean {
    return this.#command({ kind: 'scan', participantId }, findScanConflict(this.#session, participantId));
  }

  retry(participantId: string): boolean {
    return this.scan(participantId);
  }

  stop(participantId: string): boolean {
    return this.#command({ kind: 'stop', participantId }, findStopConflict(this.#session, participantId));
  }

  async end(status: string, reason?: string): Promise<void> {
    this.#take({ kind: 'end', status, reason });
    await this.#left;
  }

  #command(event: ScanEvent & { readonly participantId: string }, conflict: string | undefined): boolean {
    if (!this.#session.participants.has(event.participantId)) return false;
    if (conflict !== undefined) throw new ScanConflictError(conflict);
    this.#take(event);
    return true;
  }

  /** What an event causes may cause another one: it has to wait until everything of the first is done. */
  #take(event: ScanEvent): void {
    this.#inbox.push(event);
    if (this.#isMoving) return;
    this.#isMoving = true;
    for (let next = this.#inbox.shift(); next !== undefined; next = this.#inbox.shift()) {
      const step = moveScanSession(this.#session, next, this.#deps.clock.monotonicMs());
      this.#session = step.next;
      for (const effect of step.effects) this.#attempt(effect);
    }
    this.#isMoving = false;
  }

  /** One effect that fails must not keep the session from everything that follows. */
  #attempt(effect: ScanEffect): void {
    try {
      this.#perform(effect);
    } catch (error) {
      this.#deps.onFault(error);
    }
  }

  #perform(effect: ScanEffect): void {
    switch (effect.kind) {
      case 'tell':
        return this.#deps.observer.onEvent(effect.event);
      case 'record':
        return this.#deps.observer.onAnalysis(effect.analysis);
      case 'collect':
        return this.#collect(effect);
      case 'analyse':
        return this.#analyse(effect.scanId);
      case 'drop':
        return this.#drop(effect.scanId);
      case 'wake':
        return this.#wakeLater(effect);
      case 'leave':
        for (const cancel of this.#wakes.values()) cancel();
        this.#wakes.clear();
        void this.#leave();
        return;
    }
  }

  #collect({ participantId, scanId, timeoutMs }: Extract<ScanEffect, { kind: 'collect' }>): void {
    const { gate, clock, timers } = this.#deps;
    const { framesRequired, faceGate, bgSegmentation, sessionId } = this.#plan;
    const collector = new FrameCollector({
      gate,
      clock,
      streamId: `${sessionId}/${scanId}`,
      framesRequired,
      faceGate,
      bgSegmentation,
      onProgress: (frames) => this.#take({ kind: 'frames', scanId, frames }),
      onRejected: (reason) => this.#take({ kind: 'rejected', scanId, reason }),
      onFault: (error) => this.#deps.onFault(error),
    });
    const cancelTimeout = timers.after(timeoutMs, () => this.#take({ kind: 'timeout', scanId }));
    this.#collection = { scanId, participantId, collector, cancelTimeout };
    this.#bot?.watch(participantId, SCAN_FPS);
  }

  /** Ends a collection and returns what it collected. */
  #closeCollection(scanId: number) {
    const collection = this.#collection;
    if (collection?.scanId !== scanId) return undefined;
    this.#collection = undefined;
    collection.cancelTimeout();
    collection.collector.close();
    this.#bot?.watch(undefined);
    return collection.collector.frames;
  }

  #analyse(scanId: number): void {
    const frames = this.#closeCollection(scanId) ?? [];
    const controller = new AbortController();
    this.#analyses.set(scanId, controller);
    const { judge, newId } = this.#deps;
    judge
      .judge({ checkId: newId(), model: this.#plan.model, frames, signal: controller.signal })
      .then(
        (judgement) => this.#take({ kind: 'judged', scanId, judgement }),
        (error: unknown) => this.#takeFailure(scanId, error),
      )
      .finally(() => this.#analyses.delete(scanId));
  }

  #takeFailure(scanId: number, error: unknown): void {
    const isExpected = error instanceof JudgementError;
    // Given up by ourselves: the session knows.
    if (this.#analyses.get(scanId)?.signal.aborted) return;
    if (!isExpected) this.#deps.onFault(error);
    const text = isExpected ? error.message : 'The analysis failed.';
    this.#take({ kind: 'analysis-failed', scanId, error: text });
  }

  #drop(scanId: number): void {
    this.#closeCollection(scanId);
    this.#analyses.get(scanId)?.abort();
  }

  #wakeLater({ participantId, scans, delayMs }: Extract<ScanEffect, { kind: 'wake' }>): void {
    this.#wakes.get(participantId)?.();
    const cancel = this.#deps.timers.after(delayMs, () => {
      this.#wakes.delete(participantId);
      this.#take({ kind: 'rescan-due', participantId, scans });
    });
    this.#wakes.set(participantId, cancel);
  }

  /** A bot that cannot be made to leave is the provider's to report; the session has ended all the same. */
  #leave(): Promise<void> {
    this.#left ??= this.#bot?.leave().catch((error: unknown) => this.#deps.onFault(error));
    return this.#left ?? Promise.resolve();
  }
}

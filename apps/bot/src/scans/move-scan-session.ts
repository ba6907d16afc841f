import type { BotEvent } from '@vivant/contract/bot-event';
import type { Judgement } from '../checks/frame-judge.ts';
import type { MeetingParticipant } from '../providers/meeting-provider.ts';
import { collectionTimeoutMs } from './collection-timeout.ts';
import { findNameMatch } from './name-match.ts';
import {
  enterMeeting,
  moveParticipant,
  type Participant,
  type ParticipantEffect,
  type ParticipantEvent,
} from './participant.ts';
import { findScanConflict, findStopConflict } from './scan-conflict.ts';
import { accumulatingIn, type ScanEffect, type ScanEvent, type ScanSession } from './scan-session.ts';

interface Step {
  readonly next: ScanSession;
  readonly effects: readonly ScanEffect[];
}

/** Results kept for `GET`; the history has them all. */
const RESULTS_MAX = 500;
/** Statuses with which a provider says that its bot is out of the meeting. */
const MEETING_OVER = ['call_ended', 'done', 'fatal'];
/** Told when a meeting ended without any more from its provider. */
const STATUS_AFTER_CALL = 'done';

/**
 * Moves a session. An event that means nothing (any more) changes nothing, and neither does a command that conflicts.
 * @param nowMs of a monotonic clock
 */
export function moveScanSession(session: ScanSession, event: ScanEvent, nowMs: number): Step {
  const draft = new Draft(session, nowMs);
  draft.take(event);
  return { next: draft.session, effects: draft.effects };
}

/** A session while one event changes it. */
class Draft {
  readonly effects: ScanEffect[] = [];
  readonly #nowMs: number;
  session: ScanSession;

  constructor(session: ScanSession, nowMs: number) {
    this.session = session;
    this.#nowMs = nowMs;
  }

  take(event: ScanEvent): void {
    switch (this.session.phase) {
      case 'open':
        this.#takeOpen(event);
        this.#startNext();
        return;
      case 'closing':
        this.#takeClosing(event);
        return;
      case 'ended':
    }
  }

  #takeOpen(event: ScanEvent): void {
    switch (event.kind) {
      case 'status':
        return this.#changeStatus(event.status, event.reason);
      case 'connected':
        return this.#tell({ type: 'recall-connected' });
      case 'disconnected':
        return this.#tell({ type: 'recall-disconnected' });
      case 'joined':
        return this.#enter(event.participant);
      case 'left':
      case 'camera-on':
      case 'camera-off':
        return this.#move(event.participantId, event);
      case 'frames':
      case 'rejected':
        return this.#moveScanned(event.scanId, event);
      case 'timeout':
        return this.#takeTimeout(event.scanId);
      case 'rescan-due':
        return this.#takeRescan(event.participantId, event.scans);
      case 'scan':
        if (findScanConflict(this.session, event.participantId) !== undefined) return;
        return this.#begin(event.participantId);
      case 'stop':
        if (findStopConflict(this.session, event.participantId) !== undefined) return;
        return this.#move(event.participantId, { kind: 'stop', reason: 'manual' });
      case 'judged':
      case 'analysis-failed':
        return this.#takeAnalysis(event);
      case 'end':
        return this.#end(event.status, event.reason);
    }
  }

  /** What the meeting still says is of no interest: everyone in it has gone. */
  #takeClosing(event: ScanEvent): void {
    if (this.session.phase !== 'closing') return;
    if (event.kind === 'end') return this.#end(event.status, event.reason);
    if (event.kind === 'status' && MEETING_OVER.includes(event.status) && event.status !== 'call_ended') {
      this.session = { ...this.session, lastStatus: event.status, lastReason: event.reason };
    }
    if (event.kind === 'judged' || event.kind === 'analysis-failed') this.#takeAnalysis(event);
    this.#endWhenJudged();
  }

  #changeStatus(status: string, reason: string | undefined): void {
    if (MEETING_OVER.includes(status)) return this.#close(status, reason);
    if (status === this.session.status && (reason ?? null) === this.session.statusReason) return;
    this.#showStatus(status, reason);
  }

  #showStatus(status: string, reason: string | undefined): void {
    this.session = { ...this.session, status, statusReason: reason ?? null };
    this.#tell({ type: 'session-status', status, ...(reason !== undefined && { reason }) });
  }

  /** The meeting is over: who was collecting has left, who is being analysed gets the verdict before the last status. */
  #close(status: string, reason: string | undefined): void {
    if (status === 'call_ended') this.#showStatus(status, reason);
    for (const [participantId, { scan }] of this.session.participants) {
      if (scan.stage === 'accumulating') this.#move(participantId, { kind: 'stop', reason: 'left' });
    }
    const lastStatus = status === 'call_ended' ? STATUS_AFTER_CALL : status;
    const { plan, participants, results, nextScanId } = this.session;
    const shown = { status: this.session.status, statusReason: this.session.statusReason };
    const common = { plan, participants, results, nextScanId, ...shown };
    this.session = { phase: 'closing', ...common, lastStatus, lastReason: reason };
    this.#endWhenJudged();
  }

  #endWhenJudged(): void {
    const { session } = this;
    if (session.phase !== 'closing') return;
    const isJudging = [...session.participants.values()].some(({ scan }) => scan.stage === 'analyzing');
    if (!isJudging) this.#end(session.lastStatus, session.lastReason);
  }

  #end(status: string, reason: string | undefined): void {
    for (const [participantId, participant] of this.session.participants) {
      if (participant.scan.stage === 'analyzing') {
        this.#record(participant, { error: 'The session was ended before the verdict.' });
      }
      this.#move(participantId, { kind: 'stop', reason: 'manual' });
    }
    this.#showStatus(status, reason);
    const { plan, participants, results, nextScanId } = this.session;
    const statusReason = reason ?? null;
    this.session = { phase: 'ended', plan, participants, results, nextScanId, status, statusReason };
    this.effects.push({ kind: 'leave' });
  }

  #enter(who: MeetingParticipant): void {
    const { participants, plan } = this.session;
    const known = participants.get(who.participantId);
    const { targetParticipantNames: targets, excludeParticipantNames: excluded } = plan;
    const target = findNameMatch(who.participantName, targets) ?? null;
    const isExcluded = findNameMatch(who.participantName, excluded) !== undefined;
    const isWanted = targets.length === 0 || target !== null;
    const policy = isExcluded ? 'never' : isWanted ? 'automatic' : 'by-hand';
    const matchedTarget = isExcluded ? null : target;
    if (known) return this.#move(who.participantId, { kind: 'renamed', who, matchedTarget, policy });
    this.#put(enterMeeting(who, matchedTarget, policy, this.#nowMs));
  }

  #begin(participantId: string): void {
    const { session } = this;
    const scanId = session.nextScanId;
    this.session = { ...session, nextScanId: scanId + 1 };
    this.#move(participantId, { kind: 'begin', scanId });
    const { collectionSeconds, framesRequired, faceGate } = session.plan;
    const timeoutMs = collectionTimeoutMs(collectionSeconds, framesRequired, faceGate);
    this.effects.push({ kind: 'collect', participantId, scanId, timeoutMs });
  }

  #startNext(): void {
    const { session } = this;
    if (session.phase !== 'open' || accumulatingIn(session) !== undefined) return;
    // Someone who is still being analysed keeps their place until the verdict.
    const next = session.queue.find((id) => session.participants.get(id)?.scan.stage !== 'analyzing');
    if (next !== undefined) this.#begin(next);
  }

  #takeTimeout(scanId: number): void {
    const participant = this.#scanned(scanId);
    if (participant?.scan.stage !== 'accumulating') return;
    this.#move(participant.who.participantId, { kind: 'stop', reason: 'timeout' });
  }

  #takeRescan(participantId: string, scans: number): void {
    const participant = this.session.participants.get(participantId);
    // A later scan has its own interval.
    if (participant?.scans !== scans || participant.policy !== 'automatic') return;
    // Looked at when it returns.
    if (participant.camera.state === 'off') return;
    const { stage } = participant.scan;
    if (stage !== 'accumulating' && stage !== 'analyzing') this.#queue(participantId);
  }

  #takeAnalysis(event: Extract<ScanEvent, { kind: 'judged' | 'analysis-failed' }>): void {
    const participant = this.#scanned(event.scanId);
    if (participant?.scan.stage !== 'analyzing') return;
    const { participantId, participantName } = participant.who;
    if (event.kind === 'analysis-failed') {
      this.#record(participant, { error: event.error });
      return this.#move(participantId, { kind: 'failed', error: event.error });
    }
    const { verdict, score, confidence } = event.judgement;
    const isLive = verdict === 'live';
    const result = { participantId, participantName, verdict, score, confidence, isLive };
    const results = [...this.session.results, result].slice(-RESULTS_MAX);
    this.session = { ...this.session, results };
    this.#record(participant, { judgement: event.judgement });
    this.#move(participantId, { kind: 'judged', verdict: result });
  }

  #record({ who }: Participant, outcome: { judgement: Judgement } | { error: string }): void {
    const { participantId, participantName } = who;
    const isJudged = 'judgement' in outcome;
    const numbers = isJudged
      ? outcome.judgement
      : {
          verdict: null,
          score: null,
          confidence: null,
          realScore: null,
          framesProcessed: null,
          processingMs: null,
        };
    this.effects.push({
      kind: 'record',
      analysis: {
        participantId,
        participantName,
        verdict: numbers.verdict,
        score: numbers.score,
        confidence: numbers.confidence,
        realScore: numbers.realScore,
        framesProcessed: numbers.framesProcessed,
        processingMs: numbers.processingMs,
        status: isJudged ? 'completed' : 'failed',
        error: isJudged ? null : outcome.error,
      },
    });
  }

  #scanned(scanId: number): Participant | undefined {
    return [...this.session.participants.values()].find(
      ({ scan }) => 'scanId' in scan && scan.scanId === scanId,
    );
  }

  #moveScanned(scanId: number, event: Extract<ScanEvent, { kind: 'frames' | 'rejected' }>): void {
    const participant = this.#scanned(scanId);
    if (!participant) return;
    const { participantId } = participant.who;
    this.#move(participantId, event);
    const isComplete = event.kind === 'frames' && event.frames >= this.session.plan.framesRequired;
    if (isComplete) this.#move(participantId, { kind: 'complete' });
  }

  #move(participantId: string, event: ParticipantEvent): void {
    const participant = this.session.participants.get(participantId);
    if (!participant) return;
    const { framesRequired } = this.session.plan;
    const rules = { framesRequired, rescanAfterMs: this.#rescanAfterMs };
    const { next, effects } = moveParticipant(participant, event, rules, this.#nowMs);
    this.#put(next);
    for (const effect of effects) this.#perform(next, effect);
  }

  #perform(participant: Participant, effect: ParticipantEffect): void {
    const { participantId } = participant.who;
    switch (effect.kind) {
      case 'tell':
      case 'analyse':
      case 'drop':
        this.effects.push(effect);
        return;
      case 'queue':
        return this.#queue(participantId);
      case 'unqueue':
        return this.#unqueue(participantId);
      case 'finished':
        return this.#scheduleRescan(participant);
    }
  }

  #scheduleRescan({ who, scans, scan, policy }: Participant): void {
    const isLeftAlone = scan.stage === 'stopped' && scan.reason === 'manual';
    const delayMs = this.#rescanAfterMs;
    if (delayMs === undefined || policy !== 'automatic' || isLeftAlone) return;
    this.effects.push({ kind: 'wake', participantId: who.participantId, scans, delayMs });
  }

  get #rescanAfterMs(): number | undefined {
    const seconds = this.session.plan.rescanIntervalSeconds;
    return seconds === undefined ? undefined : seconds * 1000;
  }

  #queue(participantId: string): void {
    const { session } = this;
    if (session.phase !== 'open' || session.queue.includes(participantId)) return;
    this.session = { ...session, queue: [...session.queue, participantId] };
  }

  #unqueue(participantId: string): void {
    const { session } = this;
    if (session.phase !== 'open') return;
    this.session = { ...session, queue: session.queue.filter((id) => id !== participantId) };
  }

  #put(participant: Participant): void {
    const participants = new Map(this.session.participants);
    participants.set(participant.who.participantId, participant);
    this.session = { ...this.session, participants };
  }

  #tell(event: BotEvent): void {
    this.effects.push({ kind: 'tell', event });
  }
}

import type { BotEvent, ParticipantVerdict } from '@vivant/contract/bot-event';
import type { RejectionReason } from '@vivant/contract/rejection-reasons';
import type { MeetingParticipant } from '../providers/meeting-provider.ts';

/** Where a participant stands between first sight and verdict; each stage holds what is valid in it. */
export type Scan =
  | { readonly stage: 'waiting' }
  | { readonly stage: 'matched' }
  | { readonly stage: 'accumulating'; readonly scanId: number; readonly frames: number }
  | { readonly stage: 'analyzing'; readonly scanId: number }
  | { readonly stage: 'done' }
  | { readonly stage: 'stopped'; readonly reason: StopReason };

/** Why a scan ended without a verdict. */
export type StopReason = 'timeout' | 'camera-off' | 'manual' | 'left';

type Camera = { readonly state: 'on' } | { readonly state: 'off'; readonly sinceMs: number };

/** Someone in the meeting. */
export interface Participant {
  readonly who: MeetingParticipant;
  /** The wanted name that theirs matches. */
  readonly matchedTarget: string | null;
  /** Whether they are scanned without being asked for, and whether they may be scanned at all. */
  readonly policy: 'automatic' | 'by-hand' | 'never';
  readonly camera: Camera;
  /** Whether listeners know of them: from the first sight of their camera until they leave. */
  readonly isAnnounced: boolean;
  readonly scan: Scan;
  /** The latest verdict, whatever stage they are in. */
  readonly result: ParticipantVerdict | null;
  /** Scans that began so far. */
  readonly scans: number;
  /** When the latest scan ended; null while none has. */
  readonly scanEndedAtMs: number | null;
  readonly rejectionToldAtMs: number;
}

/** What happens to one participant. */
export type ParticipantEvent =
  | {
      readonly kind: 'renamed';
      readonly who: MeetingParticipant;
      readonly matchedTarget: string | null;
      readonly policy: Participant['policy'];
    }
  | { readonly kind: 'camera-on' }
  | { readonly kind: 'camera-off' }
  | { readonly kind: 'left' }
  | { readonly kind: 'begin'; readonly scanId: number }
  | { readonly kind: 'frames'; readonly frames: number }
  | { readonly kind: 'rejected'; readonly reason: RejectionReason }
  | { readonly kind: 'complete' }
  | { readonly kind: 'stop'; readonly reason: StopReason }
  | { readonly kind: 'judged'; readonly verdict: ParticipantVerdict }
  | { readonly kind: 'failed'; readonly error: string };

/** What has to be done about it. */
export type ParticipantEffect =
  | { readonly kind: 'tell'; readonly event: BotEvent }
  /** They are to be scanned as soon as it is their turn. */
  | { readonly kind: 'queue' }
  | { readonly kind: 'unqueue' }
  /** Their frames are complete. */
  | { readonly kind: 'analyse'; readonly scanId: number }
  /** What was begun for this scan is to be given up. */
  | { readonly kind: 'drop'; readonly scanId: number }
  /** Their scan is over, with or without a verdict. */
  | { readonly kind: 'finished' };

/** The rules of the session that a participant's moves depend on. */
export interface ParticipantRules {
  readonly framesRequired: number;
  readonly rescanAfterMs: number | undefined;
}

interface Move {
  readonly next: Participant;
  readonly effects: readonly ParticipantEffect[];
}

/** A camera that was off this long may show someone else when it comes back. */
const CAMERA_AWAY_MS = 5_000;
const REJECTION_INTERVAL_MS = 1_000;

/** A participant as they are when they enter the meeting. */
export function enterMeeting(
  who: MeetingParticipant,
  matchedTarget: string | null,
  policy: Participant['policy'],
  nowMs: number,
): Participant {
  return {
    who,
    matchedTarget,
    policy,
    camera: { state: 'off', sinceMs: nowMs },
    isAnnounced: false,
    scan: { stage: 'waiting' },
    result: null,
    scans: 0,
    scanEndedAtMs: null,
    rejectionToldAtMs: Number.NEGATIVE_INFINITY,
  };
}

/** Moves a participant; an event that means nothing in their stage changes nothing. */
export function moveParticipant(
  participant: Participant,
  event: ParticipantEvent,
  rules: ParticipantRules,
  nowMs: number,
): Move {
  switch (event.kind) {
    case 'renamed':
      return rename(participant, event);
    case 'camera-on':
      return turnCameraOn(participant, rules, nowMs);
    case 'camera-off':
      return turnCameraOff(participant, nowMs);
    case 'left':
      return leaveMeeting(participant, nowMs);
    case 'begin':
      return begin(participant, event.scanId);
    case 'frames':
      return countFrames(participant, event.frames, rules);
    case 'rejected':
      return tellRejection(participant, event.reason, rules, nowMs);
    case 'complete':
      return complete(participant);
    case 'stop':
      return stop(participant, event.reason, nowMs);
    case 'judged':
      return conclude(participant, event.verdict, nowMs);
    case 'failed':
  }
  return fail(participant, event.error, nowMs);
}

function turnCameraOn(participant: Participant, rules: ParticipantRules, nowMs: number): Move {
  if (participant.camera.state === 'on') return unmoved(participant);
  const { who, isAnnounced, camera } = participant;
  const effects: ParticipantEffect[] = [];
  let next: Participant = { ...participant, camera: { state: 'on' }, isAnnounced: true };
  if (!isAnnounced) effects.push(tell({ type: 'participant-joined', ...named(who) }));
  effects.push(tell({ type: 'webcam-on', ...named(who) }));
  if (!isAnnounced) {
    effects.push(tellStage(next));
    const matched = match(next);
    next = matched.next;
    effects.push(...matched.effects);
  }
  if (isScanDue(participant, nowMs - camera.sinceMs, rules, nowMs)) effects.push({ kind: 'queue' });
  return { next, effects };
}

/** From `waiting` to `matched` when their name is wanted and listeners know them. */
function match(participant: Participant): Move {
  const { who, matchedTarget, scan, isAnnounced } = participant;
  if (!isAnnounced || scan.stage !== 'waiting' || matchedTarget === null) return unmoved(participant);
  const next: Participant = { ...participant, scan: { stage: 'matched' } };
  const { numericId } = who;
  const event = tell({ type: 'participant-matched', ...named(who), matchedTarget, numericId });
  return { next, effects: [event, tellStage(next)] };
}

/** A new name can make someone wanted; nobody takes themselves out of a session by one. */
function rename(participant: Participant, event: Extract<ParticipantEvent, { kind: 'renamed' }>): Move {
  const becomesWanted = event.policy === 'automatic' && participant.policy !== 'automatic';
  const { next, effects } = match({
    ...participant,
    who: event.who,
    ...(becomesWanted && { policy: event.policy, matchedTarget: event.matchedTarget }),
  });
  const isDue = becomesWanted && participant.camera.state === 'on' && participant.scans === 0;
  return { next, effects: isDue ? [...effects, { kind: 'queue' }] : effects };
}

/** Whether a camera that returns after `awayMs` calls for a scan. */
function isScanDue(participant: Participant, awayMs: number, rules: ParticipantRules, nowMs: number) {
  const { policy, scan, scanEndedAtMs } = participant;
  if (policy !== 'automatic') return false;
  switch (scan.stage) {
    case 'waiting':
    case 'matched':
      return true;
    case 'accumulating':
      return false;
    case 'stopped':
      // Whoever interrupts a scan by a short toggle has not been seen; whoever was stopped by hand is left alone.
      if (scan.reason === 'camera-off' || scan.reason === 'left') return true;
      if (scan.reason === 'manual') return false;
      break;
    case 'analyzing':
    case 'done':
  }
  const { rescanAfterMs } = rules;
  const isOverdue =
    rescanAfterMs !== undefined && scanEndedAtMs !== null && nowMs - scanEndedAtMs >= rescanAfterMs;
  return awayMs >= CAMERA_AWAY_MS || isOverdue;
}

function turnCameraOff(participant: Participant, nowMs: number): Move {
  if (participant.camera.state === 'off') return unmoved(participant);
  const away: Participant = { ...participant, camera: { state: 'off', sinceMs: nowMs } };
  const stopped = stopCollecting(away, 'camera-off', nowMs);
  const off = tell({ type: 'webcam-off', ...named(participant.who) });
  return { next: stopped.next, effects: [off, { kind: 'unqueue' }, ...stopped.effects] };
}

function leaveMeeting(participant: Participant, nowMs: number): Move {
  const { camera, isAnnounced, who } = participant;
  const since = camera.state === 'off' ? camera.sinceMs : nowMs;
  const away: Participant = { ...participant, camera: { state: 'off', sinceMs: since }, isAnnounced: false };
  const stopped = stopCollecting(away, 'left', nowMs);
  const effects: ParticipantEffect[] = [{ kind: 'unqueue' }, ...stopped.effects];
  if (isAnnounced) {
    effects.push(tell({ type: 'participant-left', participantId: who.participantId }));
  }
  return { next: stopped.next, effects };
}

function begin(participant: Participant, scanId: number): Move {
  const { stage } = participant.scan;
  if (stage === 'accumulating' || stage === 'analyzing') return unmoved(participant);
  const scan: Scan = { stage: 'accumulating', scanId, frames: 0 };
  const next: Participant = { ...participant, scan, scans: participant.scans + 1 };
  return { next, effects: [{ kind: 'unqueue' }, tellStage(next)] };
}

function countFrames(participant: Participant, frames: number, { framesRequired }: ParticipantRules): Move {
  const { scan, who } = participant;
  if (scan.stage !== 'accumulating') return unmoved(participant);
  const progress = tell({ type: 'frame-progress', ...named(who), frames, required: framesRequired });
  return { next: { ...participant, scan: { ...scan, frames } }, effects: [progress] };
}

function tellRejection(
  participant: Participant,
  reason: RejectionReason,
  { framesRequired }: ParticipantRules,
  nowMs: number,
): Move {
  const { scan, who, rejectionToldAtMs } = participant;
  if (scan.stage !== 'accumulating' || nowMs - rejectionToldAtMs < REJECTION_INTERVAL_MS) {
    return unmoved(participant);
  }
  const counts = { framesCollected: scan.frames, framesRequired };
  return {
    next: { ...participant, rejectionToldAtMs: nowMs },
    effects: [tell({ type: 'frame-quality-rejected', ...named(who), reason, ...counts })],
  };
}

function complete(participant: Participant): Move {
  const { scan } = participant;
  if (scan.stage !== 'accumulating') return unmoved(participant);
  const { scanId } = scan;
  const next: Participant = { ...participant, scan: { stage: 'analyzing', scanId } };
  return { next, effects: [tellStage(next), { kind: 'analyse', scanId }] };
}

/** Only what is collecting stops by itself: an analysis needs neither the camera nor the person. */
function stopCollecting(participant: Participant, reason: StopReason, nowMs: number): Move {
  return participant.scan.stage === 'accumulating' ? stop(participant, reason, nowMs) : unmoved(participant);
}

function stop(participant: Participant, reason: StopReason, nowMs: number): Move {
  const { scan } = participant;
  if (scan.stage !== 'accumulating' && scan.stage !== 'analyzing') return unmoved(participant);
  const next: Participant = { ...participant, scan: { stage: 'stopped', reason }, scanEndedAtMs: nowMs };
  return {
    next,
    effects: [{ kind: 'drop', scanId: scan.scanId }, tellStage(next), { kind: 'finished' }],
  };
}

function conclude(participant: Participant, verdict: ParticipantVerdict, nowMs: number): Move {
  if (participant.scan.stage !== 'analyzing') return unmoved(participant);
  const next: Participant = {
    ...participant,
    scan: { stage: 'done' },
    result: verdict,
    scanEndedAtMs: nowMs,
  };
  const result = tell({ type: 'participant-result', ...verdict });
  return { next, effects: [result, tellStage(next), { kind: 'finished' }] };
}

/** Back to where they were before their first scan: `stopped` has no reason for it, and they can be scanned again. */
function fail(participant: Participant, error: string, nowMs: number): Move {
  if (participant.scan.stage !== 'analyzing') return unmoved(participant);
  const stage = participant.matchedTarget === null ? 'waiting' : 'matched';
  const next: Participant = { ...participant, scan: { stage }, scanEndedAtMs: nowMs };
  const failure = tell({ type: 'analysis-failed', ...named(participant.who), error });
  return { next, effects: [failure, tellStage(next), { kind: 'finished' }] };
}

function tellStage({ who, scan }: Participant): ParticipantEffect {
  const { stage } = scan;
  const reason = stage === 'stopped' ? { reason: scan.reason } : {};
  return tell({ type: 'participant-stage', ...named(who), stage, ...reason });
}

function tell(event: BotEvent): ParticipantEffect {
  return { kind: 'tell', event };
}

function named({ participantId, participantName }: MeetingParticipant) {
  return { participantId, participantName };
}

function unmoved(next: Participant): Move {
  return { next, effects: [] };
}

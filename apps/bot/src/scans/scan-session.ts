import type { BotEvent, ParticipantVerdict } from '@vivant/contract/bot-event';
import type { Judgement } from '../checks/frame-judge.ts';
import type { MeetingEvent } from '../providers/meeting-provider.ts';
import type { Participant, ParticipantEvent } from './participant.ts';
import type { Analysis, SessionPlan } from './session-runner.ts';

interface Common {
  readonly plan: SessionPlan;
  readonly status: string;
  readonly statusReason: string | null;
  readonly participants: ReadonlyMap<string, Participant>;
  /** Verdicts in the order in which they were reached, the latest ones. */
  readonly results: readonly ParticipantVerdict[];
  readonly nextScanId: number;
}

/** A session between its first and its last event. */
export type ScanSession =
  | (Common & {
      readonly phase: 'open';
      /** Who is to be scanned, first come first served. */
      readonly queue: readonly string[];
    })
  /** The meeting is over; what was collected is still being judged. */
  | (Common & {
      readonly phase: 'closing';
      readonly lastStatus: string;
      readonly lastReason: string | undefined;
    })
  | (Common & { readonly phase: 'ended' });

/** What happens to a session. */
export type ScanEvent =
  | MeetingEvent
  | { readonly kind: 'frames'; readonly scanId: number; readonly frames: number }
  | {
      readonly kind: 'rejected';
      readonly scanId: number;
      readonly reason: Extract<ParticipantEvent, { kind: 'rejected' }>['reason'];
    }
  | { readonly kind: 'timeout'; readonly scanId: number }
  | { readonly kind: 'judged'; readonly scanId: number; readonly judgement: Judgement }
  | { readonly kind: 'analysis-failed'; readonly scanId: number; readonly error: string }
  /** The rescan interval of a participant has passed since their scan of that number. */
  | { readonly kind: 'rescan-due'; readonly participantId: string; readonly scans: number }
  | { readonly kind: 'scan'; readonly participantId: string }
  | { readonly kind: 'stop'; readonly participantId: string }
  | { readonly kind: 'end'; readonly status: string; readonly reason: string | undefined };

/** What has to be done about it, in order. */
export type ScanEffect =
  | { readonly kind: 'tell'; readonly event: BotEvent }
  | { readonly kind: 'record'; readonly analysis: Analysis }
  | {
      readonly kind: 'collect';
      readonly participantId: string;
      readonly scanId: number;
      readonly timeoutMs: number;
    }
  | { readonly kind: 'analyse'; readonly scanId: number }
  /** Gives up the collection or the analysis of a scan. */
  | { readonly kind: 'drop'; readonly scanId: number }
  | {
      readonly kind: 'wake';
      readonly participantId: string;
      readonly scans: number;
      readonly delayMs: number;
    }
  /** Leaves the meeting; the last effect of a session. */
  | { readonly kind: 'leave' };

/** A session before its meeting. */
export function openScanSession(plan: SessionPlan): ScanSession {
  return {
    phase: 'open',
    plan,
    status: 'bot_created',
    statusReason: null,
    participants: new Map(),
    results: [],
    nextScanId: 1,
    queue: [],
  };
}

/** The participant whose frames are being collected: never more than one. */
export function accumulatingIn(session: ScanSession): Participant | undefined {
  return [...session.participants.values()].find(({ scan }) => scan.stage === 'accumulating');
}

import type { ParticipantStage, StopReason, StoredBotEvent } from '@vivant/contract/bot-event';
import type { RejectionReason } from '@vivant/contract/quality-rejection';
import { activityOf } from './activity.ts';
import { isEndedStatus } from './wording.ts';

/** The kinds of events. */
export type EventKind = StoredBotEvent['type'];

/** An event of one kind. */
export type EventOf<Kind extends EventKind> = Extract<StoredBotEvent, { type: Kind }>;

/** One verdict as the page keeps it. */
export interface VerdictView {
  readonly verdict: 'live' | 'fake';
  /** Percentage, 0 to 100. */
  readonly score: number;
  /** ISO 8601; undefined for a verdict of before this page was open, of which only the replay's time is known. */
  readonly at: string | undefined;
}

/** One participant as the page shows it. */
export interface ParticipantView {
  readonly participantId: string;
  readonly participantName: string;
  readonly isPresent: boolean;
  /** Undefined until the meeting says. */
  readonly cameraOn: boolean | undefined;
  readonly stage: ParticipantStage;
  readonly stopReason: StopReason | undefined;
  readonly matchedTarget: string | undefined;
  readonly frames: number;
  /** 0 until the first frame. */
  readonly required: number;
  /** Why the newest frame could not be used; gone as soon as one can. */
  readonly hint: RejectionReason | undefined;
  /** Why the newest analysis failed. */
  readonly failure: string | undefined;
  /** Oldest first. */
  readonly verdicts: readonly VerdictView[];
}

/** A line of the activity list. */
export interface Activity {
  readonly id: number;
  readonly at: string;
  readonly tone: 'neutral' | 'good' | 'bad' | 'warn';
  readonly text: string;
}

/** Everything the observer page shows of a session. */
export interface SessionView {
  readonly status: string | undefined;
  readonly statusReason: string | undefined;
  /** Whether the meeting's own connection is up; undefined until it says. */
  readonly meetingConnected: boolean | undefined;
  /** In order of appearance. */
  readonly participants: readonly ParticipantView[];
  /** Newest first. */
  readonly activity: readonly Activity[];
  readonly lastEventId: number;
  /** Verdicts seen before a reset: a stream that starts anew repeats only the newest of each participant. */
  readonly remembered: Readonly<Record<string, readonly VerdictView[]>>;
}

/** Lines of activity that are kept: more than anyone reads, little enough to stay fast over hours. */
const ACTIVITY_MAX = 200;

/** A session of which nothing is known yet. */
export const EMPTY_SESSION: SessionView = {
  status: undefined,
  statusReason: undefined,
  meetingConnected: undefined,
  participants: [],
  activity: [],
  lastEventId: 0,
  remembered: {},
};

/** Whether nothing happens any more in the session. */
export function hasEnded(view: SessionView): boolean {
  return view.status !== undefined && isEndedStatus(view.status);
}

/**
 * The view after an event. A server may repeat events after a reconnection, or send the present state as events: what is
 * repeated changes no list twice.
 */
export function reduce(view: SessionView, event: StoredBotEvent): SessionView {
  const isNew = event.id > view.lastEventId;
  const next = applyEvent(view, event);
  if (!isNew) return next;
  const line = activityOf(view, event);
  const activity = line ? [line, ...next.activity].slice(0, ACTIVITY_MAX) : next.activity;
  return { ...next, activity, lastEventId: event.id };
}

function applyEvent(view: SessionView, event: StoredBotEvent): SessionView {
  // The table's type ties each kind to its own events; TypeScript cannot follow that through an index.
  const reducer = REDUCERS[event.type] as (view: SessionView, event: StoredBotEvent) => SessionView;
  return reducer(view, event);
}

/** What each kind of event changes. */
const REDUCERS: {
  readonly [Kind in EventKind]: (view: SessionView, event: EventOf<Kind>) => SessionView;
} = {
  'session-status': (view, { status, reason }) => ({ ...view, status, statusReason: reason }),
  'clear-participants': (view) => ({ ...view, participants: [], remembered: rememberVerdicts(view) }),
  'recall-connected': (view) => ({ ...view, meetingConnected: true }),
  'recall-disconnected': (view) => ({ ...view, meetingConnected: false }),
  'participant-joined': (view, event) => withParticipant(view, event, { isPresent: true }),
  'participant-left': (view, event) =>
    withParticipant(view, event, { isPresent: false, cameraOn: false, hint: undefined }),
  'participant-matched': (view, event) =>
    withParticipant(view, event, { matchedTarget: event.matchedTarget }),
  'webcam-on': (view, event) => withParticipant(view, event, { isPresent: true, cameraOn: true }),
  'webcam-off': (view, event) => withParticipant(view, event, { cameraOn: false, hint: undefined }),
  'participant-stage': (view, event) => withParticipant(view, event, stageChange(event.stage, event.reason)),
  'frame-progress': (view, event) =>
    withParticipant(view, event, { frames: event.frames, required: event.required, hint: undefined }),
  'frame-quality-rejected': (view, event) =>
    withParticipant(view, event, {
      frames: event.framesCollected,
      required: event.framesRequired,
      hint: event.reason,
    }),
  'participant-result': (view, event) =>
    withParticipant(view, event, {
      stage: 'done',
      stopReason: undefined,
      failure: undefined,
      hint: undefined,
      verdicts: addVerdict(view, event),
    }),
  'analysis-failed': (view, event) => withParticipant(view, event, { failure: event.error }),
};

/** Every kind of event, to listen for. */
export const EVENT_KINDS: readonly string[] = Object.keys(REDUCERS);

function stageChange(stage: ParticipantStage, reason: StopReason | undefined): Partial<ParticipantView> {
  const base = { stage, stopReason: stage === 'stopped' ? reason : undefined, hint: undefined };
  return stage === 'accumulating' ? { ...base, frames: 0, failure: undefined } : base;
}

/** A verdict that is repeated after a reconnection is the same verdict, not a second one. */
function addVerdict(view: SessionView, event: EventOf<'participant-result'>): readonly VerdictView[] {
  const known = verdictsOf(view, event.participantId);
  const isReplayed = event.id <= view.lastEventId;
  const isRepeated =
    isReplayed && known.some((one) => one.verdict === event.verdict && one.score === event.score);
  const at = isReplayed ? undefined : event.timestamp;
  return isRepeated ? known : [...known, { verdict: event.verdict, score: event.score, at }];
}

function verdictsOf(view: SessionView, participantId: string): readonly VerdictView[] {
  const participant = view.participants.find((one) => one.participantId === participantId);
  return participant?.verdicts ?? view.remembered[participantId] ?? [];
}

function rememberVerdicts(view: SessionView): SessionView['remembered'] {
  const seen = view.participants.map((one) => [one.participantId, one.verdicts] as const);
  return { ...view.remembered, ...Object.fromEntries(seen) };
}

function withParticipant(
  view: SessionView,
  { participantId, ...event }: { participantId: string; participantName?: string },
  change: Partial<ParticipantView>,
): SessionView {
  const known = view.participants.find((one) => one.participantId === participantId);
  // Who left before this page knew them is of no interest.
  if (!known && event.participantName === undefined) return view;
  const before = known ?? newParticipant(participantId, view.remembered[participantId] ?? []);
  const after = {
    ...before,
    participantName: event.participantName ?? before.participantName,
    ...change,
  };
  return {
    ...view,
    participants: known
      ? view.participants.map((one) => (one === known ? after : one))
      : [...view.participants, after],
  };
}

function newParticipant(participantId: string, verdicts: readonly VerdictView[]): ParticipantView {
  return {
    participantId,
    participantName: '',
    isPresent: true,
    cameraOn: undefined,
    stage: 'waiting',
    stopReason: undefined,
    matchedTarget: undefined,
    frames: 0,
    required: 0,
    hint: undefined,
    failure: undefined,
    verdicts,
  };
}

/** The newest verdict, and whether it contradicts the one before it. */
export function latestVerdict(
  participant: ParticipantView,
):
  | { readonly latest: VerdictView; readonly before: VerdictView | undefined; readonly isFlip: boolean }
  | undefined {
  const latest = participant.verdicts.at(-1);
  if (!latest) return undefined;
  const before = participant.verdicts.at(-2);
  return { latest, before, isFlip: before !== undefined && before.verdict !== latest.verdict };
}

/** Whether any two verdicts of a participant contradict each other. */
export function hasFlipped(participant: ParticipantView): boolean {
  return participant.verdicts.some((one) => one.verdict !== participant.verdicts[0]?.verdict);
}

/** What a management wants to know at a glance. */
export interface SessionCounts {
  readonly people: number;
  readonly live: number;
  readonly fake: number;
  readonly unverified: number;
}

/** Counts people by their newest verdict. */
export function countPeople({ participants }: SessionView): SessionCounts {
  const newest = participants.map((one) => one.verdicts.at(-1)?.verdict);
  const count = (verdict: 'live' | 'fake' | undefined) => newest.filter((one) => one === verdict).length;
  return {
    people: participants.length,
    live: count('live'),
    fake: count('fake'),
    unverified: count(undefined),
  };
}

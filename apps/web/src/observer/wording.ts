import type { ParticipantStage, SESSION_STATUSES, StopReason } from '@vivant/contract/bot-event';
import type { RejectionReason } from '@vivant/contract/rejection-reasons';

type KnownStatus = (typeof SESSION_STATUSES)[number];

interface StatusWording {
  readonly label: string;
  readonly tone: 'neutral' | 'good' | 'bad' | 'warn';
  /** Whether nothing happens any more, as the contract's list of ended statuses says. */
  readonly ended?: true;
}

const STATUSES: Readonly<Record<KnownStatus, StatusWording>> = {
  bot_created: { label: 'Bot created', tone: 'neutral' },
  joining_call: { label: 'Joining the meeting', tone: 'neutral' },
  in_waiting_room: { label: 'In the waiting room', tone: 'warn' },
  in_call_not_recording: { label: 'In the meeting, no video yet', tone: 'warn' },
  in_call_recording: { label: 'Watching the meeting', tone: 'good' },
  call_ended: { label: 'Meeting ended', tone: 'neutral' },
  done: { label: 'Finished', tone: 'neutral', ended: true },
  fatal: { label: 'Ended by an error', tone: 'bad', ended: true },
  stopped: { label: 'Stopped', tone: 'neutral', ended: true },
};

/** A status in words; one that only the meeting provider knows is shown as it is. */
export function statusWording(status: string): StatusWording {
  return Object.hasOwn(STATUSES, status)
    ? STATUSES[status as KnownStatus]
    : { label: sentence(status.replaceAll(/[_-]+/g, ' ')), tone: 'neutral' };
}

/** Whether a session with this status has ended. */
export function isEndedStatus(status: string): boolean {
  return statusWording(status).ended === true;
}

const STAGES: Readonly<Record<ParticipantStage, string>> = {
  waiting: 'Waiting',
  matched: 'Matched',
  accumulating: 'Collecting frames',
  analyzing: 'Analyzing',
  done: 'Done',
  stopped: 'Stopped',
};

/** A stage in words. */
export function stageWording(stage: ParticipantStage): string {
  return STAGES[stage];
}

const STOPS: Readonly<Record<StopReason, string>> = {
  timeout: 'Not enough usable frames in time',
  'camera-off': 'The camera was turned off during the scan',
  manual: 'Stopped by the operator',
  left: 'Left during the scan',
};

/** Why a collection ended without a verdict, in words. */
export function stopWording(reason: StopReason | undefined): string {
  return reason ? STOPS[reason] : 'Stopped without a verdict';
}

const HINTS: Readonly<Record<RejectionReason, string>> = {
  'no-face': 'No face in the picture',
  'multiple-faces': 'More than one face in the picture',
  'face-too-far': 'Too far from the camera',
  'face-too-close': 'Too close to the camera',
  'face-cut-off': 'The face is partly outside the picture',
  'too-blurry': 'The picture is blurry',
  'too-dark': 'The picture is too dark',
  'too-bright': 'The picture is too bright',
  backlit: 'Strong light from behind',
  'face-not-centered': 'The face is not in the middle',
  'angle-yaw': 'Looking to the side',
  'angle-pitch': 'Looking up or down',
  'angle-roll': 'The head is tilted',
};

/** Why a frame could not be used, in words. */
export function hintWording(reason: RejectionReason): string {
  return HINTS[reason];
}

/** Up to two letters that stand for a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = chosen.map((word = '') => String.fromCodePoint(word.codePointAt(0) ?? 63));
  return letters.join('').toLocaleUpperCase();
}

function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

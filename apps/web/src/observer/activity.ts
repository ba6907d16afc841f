import { formatScore, verdictWording } from '../verdict-wording.ts';
import type { Activity, EventKind, EventOf, SessionView } from './session-view.ts';
import { statusWording, stopWording } from './wording.ts';

type Line = Pick<Activity, 'tone' | 'text'> | undefined;

/** The line that an event adds to the activity list; undefined for what would only be noise there. */
export function activityOf(before: SessionView, event: EventOf<EventKind>): Activity | undefined {
  const describe = LINES[event.type] as ((event: EventOf<EventKind>, before: SessionView) => Line) | null;
  const line = describe?.(event, before);
  return line && { id: event.id, at: event.timestamp, ...line };
}

const LINES: {
  readonly [Kind in EventKind]: ((event: EventOf<Kind>, before: SessionView) => Line) | null;
} = {
  'session-status': statusLine,
  'clear-participants': null,
  'frame-progress': null,
  'frame-quality-rejected': null,
  'recall-disconnected': () => ({ tone: 'warn', text: 'Lost the connection to the meeting' }),
  'recall-connected': (_event, before) =>
    before.meetingConnected === false ? { tone: 'good', text: 'Connected to the meeting again' } : undefined,
  'participant-joined': joinedLine,
  'participant-left': (event, before) => {
    const left = participantOf(before, event);
    return left && { tone: 'neutral', text: `${left.participantName} left` };
  },
  'participant-matched': ({ participantName, matchedTarget }) => ({
    tone: 'neutral',
    text: `${participantName} matches the expected “${matchedTarget}”`,
  }),
  // Someone who joins does so with the camera on: that is one thing, not two.
  'webcam-on': (event, before) =>
    participantOf(before, event)?.cameraOn === false
      ? { tone: 'neutral', text: `${event.participantName} turned the camera on` }
      : undefined,
  'webcam-off': ({ participantName }) => ({
    tone: 'neutral',
    text: `${participantName} turned the camera off`,
  }),
  'participant-stage': stageLine,
  'participant-result': resultLine,
  'analysis-failed': ({ participantName, error }) => ({
    tone: 'warn',
    text: `The analysis of ${participantName} failed: ${error}`,
  }),
};

function statusLine({ status, reason }: EventOf<'session-status'>, before: SessionView): Line {
  if (status === before.status) return undefined;
  const { tone, label } = statusWording(status);
  return { tone, text: reason ? `${label}: ${reason}` : label };
}

/** Someone who is there and joins again has changed their name. */
function joinedLine(event: EventOf<'participant-joined'>, before: SessionView): Line {
  const known = participantOf(before, event);
  if (!known?.isPresent) return { tone: 'neutral', text: `${event.participantName} joined` };
  return known.participantName === event.participantName
    ? undefined
    : { tone: 'warn', text: `${known.participantName} is now called ${event.participantName}` };
}

function stageLine({ participantName, stage, reason }: EventOf<'participant-stage'>): Line {
  if (stage === 'accumulating') return { tone: 'neutral', text: `Scanning ${participantName}` };
  if (stage === 'stopped') return { tone: 'warn', text: `${participantName}: ${stopWording(reason)}` };
  return undefined;
}

function resultLine(event: EventOf<'participant-result'>, before: SessionView): Line {
  const former = participantOf(before, event)?.verdicts.at(-1)?.verdict;
  const verdict = `${verdictWording(event.verdict)}, score ${formatScore(event.score)}`;
  return former && former !== event.verdict
    ? { tone: 'warn', text: `${event.participantName}: verdict changed to ${verdict}` }
    : { tone: event.verdict === 'live' ? 'good' : 'bad', text: `${event.participantName}: ${verdict}` };
}

function participantOf(view: SessionView, { participantId }: { readonly participantId: string }) {
  return view.participants.find((one) => one.participantId === participantId);
}

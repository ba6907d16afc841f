import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { checkInterview, interviewEventsUrl } from '../api.ts';
import { Icon } from '../icon.tsx';
import { MessagePanel } from '../shell/message-panel.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { useTitle } from '../shell/use-title.ts';
import { ActivityList } from './activity-list.tsx';
import { type Connection, followEvents } from './follow-events.ts';
import { ParticipantCard } from './participant-card.tsx';
import { SessionHeader } from './session-header.tsx';
import { EMPTY_SESSION, hasEnded, reduce, type SessionView } from './session-view.ts';

/** The read-only view of a session. */
export function ObserverPage({ token }: { readonly token: string }) {
  const { view, connection } = useSession(token);
  useTitle('Observer');
  if (connection.state === 'refused') return <Refused reason={connection.reason} />;
  return (
    <>
      <TopBar title="Observer">
        <ConnectionState connection={connection} />
      </TopBar>
      <main id="content" class="observer">
        <SessionHeader view={view} />
        <div class="observer-columns">
          <section class="people" aria-label="Participants" aria-busy={connection.state === 'connecting'}>
            <People view={view} connection={connection} />
          </section>
          <ActivityList activity={view.activity} />
        </div>
      </main>
    </>
  );
}

function useSession(token: string): { readonly view: SessionView; readonly connection: Connection } {
  const [view, dispatch] = useReducer(reduce, EMPTY_SESSION);
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });
  const newest = useRef(view);
  newest.current = view;
  useEffect(
    () =>
      followEvents({
        eventsUrl: interviewEventsUrl(token),
        checkToken: () => checkInterview(token),
        isOver: () => hasEnded(newest.current),
        onEvent: dispatch,
        onConnection: setConnection,
      }),
    [token],
  );
  return { view, connection };
}

function People({ view, connection }: { readonly view: SessionView; readonly connection: Connection }) {
  if (view.participants.length > 0) {
    return (
      <ul class="cards">
        {view.participants.map((participant) => (
          <ParticipantCard
            key={participant.participantId}
            participant={participant}
            isOver={hasEnded(view)}
          />
        ))}
      </ul>
    );
  }
  if (connection.state === 'connecting' || view.status === undefined) {
    return (
      <MessagePanel icon="clock" title="Connecting to the session">
        <p>Waiting for the service to answer.</p>
      </MessagePanel>
    );
  }
  return hasEnded(view) ? (
    <MessagePanel icon="leave" title="Nobody was seen">
      <p>The session ended before anyone turned a camera on.</p>
    </MessagePanel>
  ) : (
    <MessagePanel icon="camera" title="Nobody on camera yet">
      <p>People appear here as soon as they turn their camera on in the meeting.</p>
    </MessagePanel>
  );
}

const CONNECTIONS = {
  connecting: { label: 'Connecting', tone: 'neutral' },
  open: { label: 'Live updates', tone: 'good' },
  reconnecting: { label: 'Reconnecting', tone: 'warn' },
  closed: { label: 'Session over', tone: 'neutral' },
} as const;

function ConnectionState({ connection }: { readonly connection: Connection }) {
  if (connection.state === 'refused') return null;
  const { label, tone } = CONNECTIONS[connection.state];
  return (
    <p class={`pill tone-${tone}`} role="status" data-connection={connection.state}>
      <span class="dot" />
      {label}
    </p>
  );
}

function Refused({ reason }: { readonly reason: 'invalid' | 'unknown' }) {
  return (
    <>
      <TopBar title="Observer" />
      <main id="content" class="narrow">
        {reason === 'invalid' ? (
          <MessagePanel icon="shield" title="This link is not valid" tone="bad" level={1}>
            <p>It has expired, or a part of it is missing. Ask whoever sent it for a new one.</p>
          </MessagePanel>
        ) : (
          <MessagePanel icon="alert" title="This session does not exist" tone="bad" level={1}>
            <p>It may have been removed. Ask whoever sent the link.</p>
          </MessagePanel>
        )}
        <button class="button" type="button" onClick={() => location.reload()}>
          <Icon name="swap" />
          Try again
        </button>
      </main>
    </>
  );
}

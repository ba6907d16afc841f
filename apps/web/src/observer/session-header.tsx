import { Icon } from '../icon.tsx';
import { countPeople, hasEnded, type SessionView } from './session-view.ts';
import { statusWording } from './wording.ts';

/** The bot's state and the numbers at a glance. */
export function SessionHeader({ view }: { readonly view: SessionView }) {
  const counts = countPeople(view);
  const wording = view.status === undefined ? undefined : statusWording(view.status);
  return (
    <div class="session-header">
      <div class="session-title">
        <h1>Liveness session</h1>
        {wording && (
          <p class={`pill tone-${wording.tone}`} role="status" data-status={view.status}>
            <span class="dot" />
            {wording.label}
          </p>
        )}
        {view.meetingConnected === false && !hasEnded(view) && (
          <p class="pill tone-warn" role="status">
            <Icon name="alert" />
            Connection to the meeting lost
          </p>
        )}
      </div>
      {view.statusReason && <p class="status-reason">{view.statusReason}</p>}
      <dl class="tiles">
        <Tile label="People seen" value={counts.people} tone="neutral" />
        <Tile label="Live" value={counts.live} tone="good" />
        <Tile label="Fake" value={counts.fake} tone="bad" />
        <Tile label="No verdict" value={counts.unverified} tone="neutral" />
      </dl>
      {hasEnded(view) && (
        <p class={`banner tone-${wording?.tone === 'bad' ? 'bad' : 'neutral'}`} role="status">
          <Icon name="leave" />
          The session has ended. What is shown here is final.
        </p>
      )}
    </div>
  );
}

function Tile(props: {
  readonly label: string;
  readonly value: number;
  readonly tone: 'neutral' | 'good' | 'bad';
}) {
  return (
    <div class={`tile ${props.value > 0 ? `tone-${props.tone}` : 'tone-neutral'}`}>
      <dt>{props.label}</dt>
      <dd>{props.value}</dd>
    </div>
  );
}

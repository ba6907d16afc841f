import { formatTime } from '../moment.ts';
import type { Activity } from './session-view.ts';

/** What happened, newest first. Screen readers are told each new line. */
export function ActivityList({ activity }: { readonly activity: readonly Activity[] }) {
  return (
    <section class="activity" aria-labelledby="activity-title">
      <h2 id="activity-title">Activity</h2>
      {activity.length === 0 && <p class="muted">Nothing has happened yet.</p>}
      {/* A region that scrolls has to be reachable with the keyboard.
          oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="log" aria-labelledby="activity-title" tabIndex={0}>
        <ol>
          {activity.map((line) => (
            <li key={line.id} class={`text-${line.tone}`}>
              <time dateTime={line.at}>{formatTime(line.at)}</time>
              <span>{line.text}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

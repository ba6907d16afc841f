import { ROOM_NAME_LENGTH_MAX } from '@vivant/contract/room-address';
import { formText } from '../form-text.ts';
import { MediaProblem, MediaSwitches } from './controls.tsx';
import type { LocalMedia, MediaState } from './local-media.ts';
import { OwnTile } from './tile.tsx';

/** Asks for a name, and shows the camera before anyone else sees it. */
export function JoinForm(props: {
  readonly media: LocalMedia;
  readonly state: MediaState;
  readonly onJoin: (name: string) => void;
}) {
  return (
    <main id="content" class="join">
      <ul class="join-preview">
        <OwnTile name="You" media={props.state} />
      </ul>
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = formText(event.currentTarget, 'name').trim();
          if (name) props.onJoin(name);
        }}
      >
        <h1>Join the room</h1>
        <label>
          Your name
          <input name="name" autocomplete="name" maxLength={ROOM_NAME_LENGTH_MAX} required pattern=".*\S.*" />
        </label>
        <div class="switches">
          <MediaSwitches media={props.media} state={props.state} />
        </div>
        <MediaProblem state={props.state} />
        <p class="muted">
          Whoever has the address of this room can join. A liveness bot may be present; then a notice says so.
        </p>
        <button class="button primary" type="submit">
          Join
        </button>
      </form>
    </main>
  );
}

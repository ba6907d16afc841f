import { Icon } from '../icon.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { useTitle } from '../shell/use-title.ts';

/** Opens a new room. */
export function LobbyPage() {
  useTitle('Rooms');
  // Whoever knows a room's name may join, so it is long and random.
  const open = () => location.assign(`/room/${crypto.randomUUID()}`);
  return (
    <>
      <TopBar title="Rooms" />
      <main id="content" class="narrow">
        <section class="panel form">
          <h1>Meet in a room</h1>
          <p class="muted">
            A room needs no account. Open one and send its address to the others; whoever has the address can
            join.
          </p>
          <button class="button primary" type="button" onClick={open}>
            <Icon name="camera" />
            Open a new room
          </button>
        </section>
      </main>
    </>
  );
}

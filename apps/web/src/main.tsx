import { render } from 'preact';
import { Icon } from './icon.tsx';
import { routeOf } from './route.ts';
import { MessagePanel } from './shell/message-panel.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { applyTheme, storedTheme } from './theme.ts';

applyTheme(storedTheme());
const root = document.getElementById('page')!;
try {
  render(await openPage(), root);
} catch {
  // The chunk of a page is missing after a deployment that replaced it, or the network is.
  render(<CannotLoad />, root);
}

/** Each page is a chunk of its own: an observer loads no room. */
async function openPage() {
  const route = routeOf(location.pathname);
  switch (route.page) {
    case 'observer': {
      const { ObserverPage } = await import('./observer/observer-page.tsx');
      return <ObserverPage token={route.token} />;
    }
    case 'room': {
      const { RoomPage } = await import('./room/room-page.tsx');
      return <RoomPage roomId={route.roomId} />;
    }
    case 'lobby': {
      const { LobbyPage } = await import('./room/lobby-page.tsx');
      return <LobbyPage />;
    }
    case 'sign-in': {
      const { SignInPage } = await import('./account/sign-in-page.tsx');
      return <SignInPage />;
    }
    case 'history': {
      const { HistoryPage } = await import('./history/history-page.tsx');
      return <HistoryPage />;
    }
    case 'settings': {
      const { SettingsPage } = await import('./settings/settings-page.tsx');
      return <SettingsPage />;
    }
    case 'unknown':
      break;
  }
  return <NotFound />;
}

function NotFound() {
  return (
    <>
      <TopBar title="Not found" />
      <main id="content" class="narrow">
        <MessagePanel icon="alert" title="There is no such page" level={1}>
          <p>Check the address, or ask for a new link.</p>
        </MessagePanel>
      </main>
    </>
  );
}

function CannotLoad() {
  return (
    <>
      <TopBar title="Not loaded" />
      <main id="content" class="narrow">
        <MessagePanel icon="alert" title="The page could not be loaded" tone="bad" level={1}>
          <button class="button" type="button" onClick={() => location.reload()}>
            <Icon name="swap" />
            Load again
          </button>
        </MessagePanel>
      </main>
    </>
  );
}

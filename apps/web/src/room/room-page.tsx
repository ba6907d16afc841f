import { ROOM_ID_PATTERN } from '@vivant/contract/room-address';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import { MessagePanel } from '../shell/message-panel.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { useTitle } from '../shell/use-title.ts';
import { InviteButton, MediaProblem, MediaSwitches } from './controls.tsx';
import { JoinForm } from './join-form.tsx';
import type { LocalMedia, MediaState } from './local-media.ts';
import { RoomSession } from './room-session.ts';
import { botsIn, type RoomState } from './room-state.ts';
import { OwnTile, PeerTile } from './tile.tsx';
import { useLocalMedia } from './use-local-media.ts';

/** A meeting in the browser. */
export function RoomPage({ roomId }: { readonly roomId: string }) {
  useTitle('Room');
  const [step, setStep] = useState<'before' | 'after' | { readonly name: string }>('before');
  if (!ROOM_ID_PATTERN.test(roomId)) {
    return (
      <Ending title="There is no such room">
        <p>The address is not complete. Ask whoever sent it.</p>
      </Ending>
    );
  }
  if (step === 'after') {
    return (
      <Ending title="You left the room">
        <button class="button" type="button" onClick={() => setStep('before')}>
          Join again
        </button>
      </Ending>
    );
  }
  return (
    <Inside
      roomId={roomId}
      name={step === 'before' ? undefined : step.name}
      onJoin={(name) => setStep({ name })}
      onLeave={() => setStep('after')}
    />
  );
}

/** Before and after the name is given: the devices stay on. */
function Inside(props: {
  readonly roomId: string;
  readonly name: string | undefined;
  readonly onJoin: (name: string) => void;
  readonly onLeave: () => void;
}) {
  const { media, state } = useLocalMedia();
  return (
    <>
      <TopBar title="Room">
        <InviteButton />
      </TopBar>
      {props.name === undefined ? (
        <JoinForm media={media} state={state} onJoin={props.onJoin} />
      ) : (
        <Meeting roomId={props.roomId} name={props.name} media={media} own={state} onLeave={props.onLeave} />
      )}
    </>
  );
}

function Meeting(props: {
  readonly roomId: string;
  readonly name: string;
  readonly media: LocalMedia;
  readonly own: MediaState;
  readonly onLeave: () => void;
}) {
  const { roomId, name, media } = props;
  const [room, setRoom] = useState<RoomState>({ phase: 'joining' });
  const [session, setSession] = useState<RoomSession>();
  useEffect(() => {
    const opened = new RoomSession({ roomId, name, media, onState: setRoom });
    setSession(opened);
    return () => opened.leave();
  }, [roomId, name, media]);

  if (room.phase === 'refused') {
    return (
      <main id="content" class="narrow">
        <MessagePanel icon="alert" title="The room could not be joined" tone="bad" level={1}>
          <p>{room.reason}</p>
          <button class="button" type="button" onClick={props.onLeave}>
            Back
          </button>
        </MessagePanel>
      </main>
    );
  }
  return (
    <main id="content" class="room" data-phase={room.phase}>
      <h1 class="visually-hidden">Room</h1>
      <BotNotice room={room} />
      {room.phase !== 'in-room' && (
        <p class="banner tone-warn" role="status">
          <Icon name="clock" />
          {room.phase === 'joining' ? 'Joining the room' : 'The connection was lost. Joining again.'}
        </p>
      )}
      <ul class="video-grid">
        <OwnTile name={name} note="You" media={props.own} />
        {session &&
          room.phase === 'in-room' &&
          room.peers.map((peer) => (
            <PeerTile key={peer.peerId} peer={peer} stream={session.streamOf(peer.peerId)} />
          ))}
      </ul>
      <MediaProblem state={props.own} />
      <div class="room-controls" role="group" aria-label="Your devices">
        <MediaSwitches media={media} state={props.own} />
        <button class="button danger" type="button" onClick={props.onLeave}>
          <Icon name="leave" />
          <span class="button-text">Leave</span>
        </button>
      </div>
    </main>
  );
}

/** People are told as long as a bot is there. */
function BotNotice({ room }: { readonly room: RoomState }) {
  const bots = botsIn(room);
  return (
    <div role="status" class="bot-notice-frame">
      {bots.length > 0 && (
        <p class="banner bot-notice">
          <Icon name="shield" />
          <span>
            <strong>A liveness bot is present.</strong> {bots.map((bot) => bot.name).join(', ')} looks at the
            video to check that everyone here is a real, live person.
          </span>
        </p>
      )}
    </div>
  );
}

function Ending(props: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <>
      <TopBar title="Room" />
      <main id="content" class="narrow">
        <MessagePanel icon="leave" title={props.title} level={1}>
          {props.children}
        </MessagePanel>
      </main>
    </>
  );
}

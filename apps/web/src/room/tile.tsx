import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import { initialsOf } from '../observer/wording.ts';
import { Mark } from '../shell/mark.tsx';
import type { MediaState } from './local-media.ts';
import type { PeerView } from './room-state.ts';
import { Video } from './video.tsx';

/** One's own tile. */
export function OwnTile(props: {
  readonly name: string;
  readonly note?: string;
  readonly media: MediaState;
}) {
  const { name, note } = props;
  const { camera, microphone } = props.media;
  const stream = useMemo(() => (camera ? new MediaStream([camera]) : undefined), [camera]);
  return (
    <Tile name={name} note={note} hasSound={microphone !== undefined}>
      {stream ? <Video stream={stream} label="Your camera" isMuted isMirrored /> : <Initials name={name} />}
    </Tile>
  );
}

/** The tile of someone else. */
export function PeerTile({ peer, stream }: { readonly peer: PeerView; readonly stream: MediaStream }) {
  if (peer.kind === 'bot') return <BotTile peer={peer} />;
  const note = { connecting: 'Connecting', connected: undefined, failed: 'No connection' }[peer.link];
  return (
    <Tile name={peer.name} note={note} hasSound={peer.microphoneOn} peerId={peer.peerId}>
      {/* The element stays while the camera is off: it also plays the sound. */}
      <div class="tile-video" hidden={!peer.cameraOn}>
        <Video stream={stream} label={`Camera of ${peer.name}`} />
      </div>
      {!peer.cameraOn && <Initials name={peer.name} />}
    </Tile>
  );
}

function BotTile({ peer }: { readonly peer: PeerView }) {
  return (
    <Tile name={peer.name} note="Liveness bot" peerId={peer.peerId}>
      <span class="bot-logo">{peer.logoUrl ? <img src={peer.logoUrl} alt="" /> : <Mark />}</span>
    </Tile>
  );
}

function Initials({ name }: { readonly name: string }) {
  return (
    <span class="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function Tile(props: {
  readonly name: string;
  readonly note?: string | undefined;
  readonly hasSound?: boolean;
  readonly peerId?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <li class="video-tile" data-peer={props.peerId}>
      {props.children}
      <p class="tile-name">
        {props.hasSound === false && (
          <>
            <Icon name="mic-off" />
            <span class="visually-hidden">Microphone off</span>
          </>
        )}
        <span>{props.name}</span>
        {props.note && <span class="tile-note">{props.note}</span>}
      </p>
    </li>
  );
}

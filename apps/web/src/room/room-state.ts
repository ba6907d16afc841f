import type { RoomPeer, RoomServerMessage } from '@vivant/contract/room-signal';

/** How the direct connection to a peer stands. */
export type LinkState = 'connecting' | 'connected' | 'failed';

/** Someone else in the room. */
export interface PeerView extends RoomPeer {
  readonly link: LinkState;
}

/** What the page knows of a room; each phase holds what is true in it only. */
export type RoomState =
  | { readonly phase: 'joining' }
  | { readonly phase: 'in-room'; readonly peers: readonly PeerView[] }
  /** The server is gone for a moment; one joins again by oneself. */
  | { readonly phase: 'reconnecting' }
  | { readonly phase: 'refused'; readonly reason: string };

/** What happens to a room: messages of its server, and what the page sees itself. */
export type RoomChange =
  | RoomServerMessage
  | { readonly type: 'link'; readonly peerId: string; readonly link: LinkState }
  | { readonly type: 'lost' }
  | { readonly type: 'refused'; readonly reason: string };

/** The room after a change. */
export function reduceRoom(state: RoomState, change: RoomChange): RoomState {
  switch (change.type) {
    case 'welcome':
      return { phase: 'in-room', peers: change.peers.map(connecting) };
    case 'lost':
      return { phase: 'reconnecting' };
    case 'refused':
      return { phase: 'refused', reason: change.reason };
    case 'signal':
      return state;
    case 'peer-joined':
      return withPeers(state, (peers) => [...others(peers, change.peer.peerId), connecting(change.peer)]);
    case 'peer-left':
      return withPeers(state, (peers) => others(peers, change.peerId));
    case 'peer-media':
      return withPeer(state, change.peerId, {
        cameraOn: change.cameraOn,
        microphoneOn: change.microphoneOn,
      });
    case 'link':
      return withPeer(state, change.peerId, { link: change.link });
  }
  return state;
}

/** The bots in a room, of which people are told. */
export function botsIn(state: RoomState): readonly PeerView[] {
  return state.phase === 'in-room' ? state.peers.filter((peer) => peer.kind === 'bot') : [];
}

function connecting(peer: RoomPeer): PeerView {
  return { ...peer, link: 'connecting' };
}

function others(peers: readonly PeerView[], peerId: string): readonly PeerView[] {
  return peers.filter((peer) => peer.peerId !== peerId);
}

function withPeer(state: RoomState, peerId: string, change: Partial<PeerView>): RoomState {
  return withPeers(state, (peers) =>
    peers.map((peer) => (peer.peerId === peerId ? { ...peer, ...change } : peer)),
  );
}

function withPeers(state: RoomState, change: (peers: readonly PeerView[]) => readonly PeerView[]): RoomState {
  return state.phase === 'in-room' ? { ...state, peers: change(state.peers) } : state;
}

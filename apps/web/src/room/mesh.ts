import type { RoomIceServer } from '@vivant/contract/room-signal';
import type { LocalMedia } from './local-media.ts';
import { createPeerLink, type PeerLink, type ReceivedSignal, type Signal } from './peer-link.ts';
import type { LinkState } from './room-state.ts';

/** Times that an offer is repeated after a connection failed: then the network does not let two peers meet. */
const OFFERS_MAX = 5;

/** What the connections to all peers need. */
export interface MeshOptions {
  readonly media: LocalMedia;
  readonly send: (to: string, signal: Signal) => void;
  readonly onLink: (peerId: string, link: LinkState) => void;
}

interface Peer {
  readonly stream: MediaStream;
  link: PeerLink | undefined;
  offers: number;
}

/** The direct connections to everyone in a room. */
export class Mesh {
  readonly #options: MeshOptions;
  readonly #peers = new Map<string, Peer>();
  /** Servers that help two peers to find each other; the room's server names them. */
  iceServers: readonly RoomIceServer[] = [];

  constructor(options: MeshOptions) {
    this.#options = options;
  }

  /** The picture and sound of a peer; the same object as long as the peer is there. */
  streamOf(peerId: string): MediaStream {
    return this.#peerOf(peerId).stream;
  }

  /** Offers a connection, and again when it fails: for whoever came later. */
  offer(peerId: string): void {
    const peer = this.#peerOf(peerId);
    if (peer.offers >= OFFERS_MAX) return;
    peer.offers += 1;
    const link = this.#open(peerId, crypto.randomUUID(), () => this.offer(peerId));
    link.offer().catch(() => this.#fail(peerId, link));
  }

  /** Takes in what a peer says; an offer opens a new connection. */
  receive({ from, ...signal }: ReceivedSignal): void {
    const current = this.#peers.get(from)?.link;
    const isCurrent = current?.connectionId === signal.connectionId;
    if (!isCurrent && signal.description?.type !== 'offer') return;
    // Whoever offered offers again after a failure: there is nothing to do on this side.
    const link = isCurrent ? current : this.#open(from, signal.connectionId, () => {});
    link.receive(signal).catch(() => this.#fail(from, link));
  }

  /** Ends the connection to a peer who is gone. */
  forget(peerId: string): void {
    this.#peers.get(peerId)?.link?.close();
    this.#peers.delete(peerId);
  }

  /** Ends all connections. */
  clear(): void {
    for (const peerId of this.#peers.keys()) this.forget(peerId);
  }

  /** Sends everyone what of the local media is on now. */
  async sendMedia(): Promise<void> {
    const links = [...this.#peers.values()].flatMap((peer) => peer.link ?? []);
    await Promise.all(links.map((link) => link.sendMedia()));
  }

  #peerOf(peerId: string): Peer {
    const peer = this.#peers.get(peerId) ?? { stream: new MediaStream(), link: undefined, offers: 0 };
    this.#peers.set(peerId, peer);
    return peer;
  }

  #open(peerId: string, connectionId: string, onFailed: () => void): PeerLink {
    const peer = this.#peerOf(peerId);
    peer.link?.close();
    this.#options.onLink(peerId, 'connecting');
    const link = createPeerLink({
      connectionId,
      iceServers: this.iceServers,
      media: this.#options.media,
      stream: peer.stream,
      send: (signal) => this.#options.send(peerId, signal),
      onState: (state) => {
        if (peer.link !== link) return;
        this.#options.onLink(peerId, state);
        if (state === 'connected') peer.offers = 0;
        if (state === 'failed') onFailed();
      },
    });
    peer.link = link;
    return link;
  }

  #fail(peerId: string, link: PeerLink): void {
    if (this.#peers.get(peerId)?.link === link) this.#options.onLink(peerId, 'failed');
  }
}

import { ROOM_CLOSE_CODES, roomSocketPath } from '@vivant/contract/room-address';
import type { RoomClientMessage, RoomServerMessage } from '@vivant/contract/room-signal';
import type { LocalMedia } from './local-media.ts';
import { Mesh } from './mesh.ts';
import { type RoomChange, type RoomState, reduceRoom } from './room-state.ts';

/** Waits before joining again, in milliseconds; the last one repeats. */
const REJOIN_MS = [500, 1_000, 2_000, 5_000, 10_000];

/** After these it makes no sense to try again. */
const REFUSALS: ReadonlySet<number> = new Set([
  ROOM_CLOSE_CODES.badMessage,
  ROOM_CLOSE_CODES.noJoin,
  ROOM_CLOSE_CODES.tooManyMessages,
  ROOM_CLOSE_CODES.full,
]);

/** What being in a room needs. */
export interface RoomSessionOptions {
  readonly roomId: string;
  readonly name: string;
  readonly media: LocalMedia;
  readonly onState: (state: RoomState) => void;
}

/** Being in a room, until one leaves; joins again by itself when the server was gone. */
export class RoomSession {
  readonly #options: RoomSessionOptions;
  readonly #mesh: Mesh;
  readonly #unwatch: () => void;
  #state: RoomState = { phase: 'joining' };
  #socket: WebSocket;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasLeft = false;

  constructor(options: RoomSessionOptions) {
    this.#options = options;
    this.#mesh = new Mesh({
      media: options.media,
      send: (to, signal) => this.#send({ type: 'signal', to, ...signal }),
      onLink: (peerId, link) => this.#change({ type: 'link', peerId, link }),
    });
    // A connection that closes while its tracks are replaced needs them no more.
    this.#unwatch = options.media.watch(() => void this.#sendMedia().catch(() => {}));
    this.#socket = this.#connect();
  }

  /** The picture and sound of a peer; the same object as long as the peer is there. */
  streamOf(peerId: string): MediaStream {
    return this.#mesh.streamOf(peerId);
  }

  /** Leaves for good. */
  leave(): void {
    this.#hasLeft = true;
    clearTimeout(this.#timer);
    this.#unwatch();
    this.#send({ type: 'leave' });
    this.#socket.close();
    this.#mesh.clear();
  }

  #connect(): WebSocket {
    const { roomId, name } = this.#options;
    const socket = new WebSocket(socketUrl(roomId));
    socket.addEventListener('open', () => this.#send({ type: 'join', name, ...this.#mediaFlags() }));
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))));
    socket.addEventListener('close', ({ code, reason }) => this.#closed(code, reason));
    return socket;
  }

  #closed(code: number, reason: string): void {
    this.#mesh.clear();
    if (this.#hasLeft) return;
    if (REFUSALS.has(code)) {
      this.#change({ type: 'refused', reason: reason || 'The room does not take this browser in.' });
      return;
    }
    this.#change({ type: 'lost' });
    const waitMs = REJOIN_MS[Math.min(this.#attempts, REJOIN_MS.length - 1)];
    this.#attempts += 1;
    this.#timer = setTimeout(() => {
      this.#socket = this.#connect();
    }, waitMs);
  }

  #take(message: RoomServerMessage): void {
    this.#change(message);
    if (message.type === 'welcome') {
      this.#attempts = 0;
      this.#mesh.iceServers = message.iceServers;
      for (const { peerId } of message.peers) this.#mesh.offer(peerId);
    }
    if (message.type === 'signal') this.#mesh.receive(message);
    if (message.type === 'peer-left') this.#mesh.forget(message.peerId);
  }

  /** On is said before the first frame, off after the last. */
  async #sendMedia(): Promise<void> {
    const flags = this.#mediaFlags();
    if (flags.cameraOn) this.#send({ type: 'media', ...flags });
    await this.#mesh.sendMedia();
    if (!flags.cameraOn) this.#send({ type: 'media', ...flags });
  }

  #mediaFlags() {
    const { camera, microphone } = this.#options.media.state();
    return { cameraOn: camera !== undefined, microphoneOn: microphone !== undefined };
  }

  #change(change: RoomChange): void {
    this.#state = reduceRoom(this.#state, change);
    this.#options.onState(this.#state);
  }

  #send(message: RoomClientMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

function socketUrl(roomId: string): string {
  const url = new URL(roomSocketPath(encodeURIComponent(roomId)), location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

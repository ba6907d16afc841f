import { ROOM_CLOSE_CODES } from '@vivant/contract/room-address';
import { type RoomPeer, type RoomServerMessage, roomClientMessageSchema } from '@vivant/contract/room-signal';
import type { WebSocket } from 'ws';

interface Member {
  readonly socket: WebSocket;
  readonly peer: RoomPeer;
}

/** One room whose members' signals are passed on, as the bot service does; a test may put a bot into it. */
export class RoomRelay {
  readonly #members = new Map<string, Member>();
  readonly #bots = new Map<string, RoomPeer>();
  #isFull = false;
  #count = 0;

  /** Takes a browser in. */
  accept(socket: WebSocket): void {
    if (this.#isFull) {
      socket.close(ROOM_CLOSE_CODES.full, 'The room is full');
      return;
    }
    this.#count += 1;
    const peerId = `peer-${this.#count}`;
    socket.on('message', (data: Buffer) => this.#take(peerId, socket, JSON.parse(data.toString())));
    socket.on('close', () => {
      if (this.#members.delete(peerId)) this.#tellOthers(peerId, { type: 'peer-left', peerId });
    });
  }

  /** Refuses everyone from now on. */
  fill(): void {
    this.#isFull = true;
  }

  /** Puts a bot into the room that answers nothing. */
  addBot(name: string): void {
    const peer = {
      peerId: 'bot',
      name,
      kind: 'bot',
      cameraOn: false,
      microphoneOn: false,
      logoUrl: null,
    } as const;
    this.#bots.set(peer.peerId, peer);
    this.#tellOthers(peer.peerId, { type: 'peer-joined', peer });
  }

  /** Takes the bot out again. */
  removeBot(): void {
    this.#bots.clear();
    this.#tellOthers('bot', { type: 'peer-left', peerId: 'bot' });
  }

  /** Loses everyone, as a restart does. */
  disconnect(): void {
    for (const { socket } of this.#members.values()) socket.terminate();
  }

  /** The people in the room, as they describe themselves. */
  people(): readonly RoomPeer[] {
    return [...this.#members.values()].map(({ peer }) => peer);
  }

  #take(peerId: string, socket: WebSocket, data: unknown): void {
    // Whatever the page sends has to fit the contract: a test ends with this error otherwise.
    const message = roomClientMessageSchema.parse(data);
    if (message.type === 'join') {
      const { name, cameraOn, microphoneOn } = message;
      const peer = { peerId, name, kind: 'person', cameraOn, microphoneOn, logoUrl: null } as const;
      const peers = [...this.people(), ...this.#bots.values()];
      this.#members.set(peerId, { socket, peer });
      socket.send(JSON.stringify({ type: 'welcome', peerId, peers, iceServers: [] }));
      this.#tellOthers(peerId, { type: 'peer-joined', peer });
    }
    if (message.type === 'media') {
      const { cameraOn, microphoneOn } = message;
      const member = this.#members.get(peerId)!;
      this.#members.set(peerId, { socket, peer: { ...member.peer, cameraOn, microphoneOn } });
      this.#tellOthers(peerId, { ...message, type: 'peer-media', peerId });
    }
    if (message.type === 'signal') {
      const { to, ...signal } = message;
      this.#members.get(to)?.socket.send(JSON.stringify({ ...signal, from: peerId }));
    }
    if (message.type === 'leave') socket.close();
  }

  #tellOthers(peerId: string, message: RoomServerMessage): void {
    for (const [id, { socket }] of this.#members) if (id !== peerId) socket.send(JSON.stringify(message));
  }
}

import type {
  RoomClientMessage,
  RoomIceServer,
  RoomPeer,
  RoomServerMessage,
} from '@vivant/contract/room-signal';
import type { IdGenerator } from '@vivant/service-kit/ids';

/** How large rooms may grow; the people of a room send their video to each other, so that a room is small. */
export interface RoomLimits {
  readonly people: number;
  readonly bots: number;
  readonly rooms: number;
}

/** Eight uploads are what a home line carries; more bots than organizations in a call make no sense. */
export const ROOM_LIMITS: RoomLimits = { people: 8, bots: 4, rooms: 500 };

/** What a {@link Rooms} is made of. */
export interface RoomsOptions {
  readonly limits: RoomLimits;
  /** Given to browsers and used by bots. */
  readonly iceServers: readonly RoomIceServer[];
  readonly newId: IdGenerator;
}

/** Who comes in. */
export type Entrant = Omit<RoomPeer, 'peerId'>;

/** The way to someone in a room. Neither call may throw. */
export interface RoomConnection {
  send(message: RoomServerMessage): void;
  /** The room ends the stay; nothing is sent afterwards. */
  dismissed(): void;
}

type Media = Pick<RoomPeer, 'cameraOn' | 'microphoneOn'>;
type SignalContent = Omit<Extract<RoomClientMessage, { type: 'signal' }>, 'type' | 'to'>;

/** A place in a room. */
export interface RoomSeat {
  readonly peerId: string;
  setMedia(media: Media): void;
  /** Hands a signal on; to someone who has just left it goes nowhere. */
  signal(to: string, content: SignalContent): void;
  /** Idempotent. */
  leave(): void;
}

/** As many as may be there are there. */
export class RoomFullError extends Error {
  override readonly name = 'RoomFullError';
}

interface Member {
  peer: RoomPeer;
  readonly connection: RoomConnection;
}

type Room = Map<string, Member>;

/** The rooms of this process. A room exists while someone is in it; it needs no creation. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  readonly #options: RoomsOptions;

  constructor(options: RoomsOptions) {
    this.#options = options;
  }

  get iceServers(): readonly RoomIceServer[] {
    return this.#options.iceServers;
  }

  /**
   * Takes someone in: they are told who is there, the others that they came.
   * @throws RoomFullError
   */
  enter(roomId: string, entrant: Entrant, connection: RoomConnection): RoomSeat {
    const room = this.#roomWithPlaceFor(roomId, entrant.kind);
    const peer = { ...entrant, peerId: this.#options.newId() };
    const present = [...room.values()].map((member) => member.peer);
    room.set(peer.peerId, { peer, connection });
    const iceServers = [...this.#options.iceServers];
    connection.send({ type: 'welcome', peerId: peer.peerId, peers: present, iceServers });
    tellOthers(room, peer.peerId, { type: 'peer-joined', peer });
    return this.#seat(roomId, room, peer.peerId);
  }

  /** Sends everyone out. */
  close(): void {
    const members = [...this.#rooms.values()].flatMap((room) => [...room.values()]);
    this.#rooms.clear();
    for (const { connection } of members) connection.dismissed();
  }

  #roomWithPlaceFor(roomId: string, kind: RoomPeer['kind']): Room {
    const { limits } = this.#options;
    const existing = this.#rooms.get(roomId);
    if (!existing) {
      if (this.#rooms.size >= limits.rooms) throw new RoomFullError('Too many rooms are open.');
      const room: Room = new Map();
      this.#rooms.set(roomId, room);
      return room;
    }
    const present = [...existing.values()].filter((member) => member.peer.kind === kind).length;
    if (present >= (kind === 'bot' ? limits.bots : limits.people))
      throw new RoomFullError('The room is full.');
    return existing;
  }

  #seat(roomId: string, room: Room, peerId: string): RoomSeat {
    return {
      peerId,
      setMedia: ({ cameraOn, microphoneOn }) => {
        const member = room.get(peerId);
        if (!member) return;
        member.peer = { ...member.peer, cameraOn, microphoneOn };
        tellOthers(room, peerId, { type: 'peer-media', peerId, cameraOn, microphoneOn });
      },
      signal: (to, content) => {
        if (room.has(peerId) && to !== peerId)
          room.get(to)?.connection.send({ type: 'signal', from: peerId, ...content });
      },
      leave: () => {
        if (!room.delete(peerId)) return;
        tellOthers(room, peerId, { type: 'peer-left', peerId });
        if (room.size === 0 && this.#rooms.get(roomId) === room) this.#rooms.delete(roomId);
      },
    };
  }
}

function tellOthers(room: Room, peerId: string, message: RoomServerMessage): void {
  for (const [id, { connection }] of room) if (id !== peerId) connection.send(message);
}

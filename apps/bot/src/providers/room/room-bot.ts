import type { RoomClientMessage, RoomPeer, RoomServerMessage } from '@vivant/contract/room-signal';
import type { Clock } from '@vivant/service-kit/clock';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { FramePacer } from '../frame-pacer.ts';
import type { CameraFrame, MeetingEvent } from '../meeting-provider.ts';
import { type CameraChange, CameraPresence } from './camera-presence.ts';
import { PeerVideo } from './peer-video.ts';
import type { RoomSeat, Rooms } from './rooms.ts';
import type { PeerConnectionOptions, SunkFrame } from './webrtc.ts';

/** How often the connections are asked whether frames come: a fraction of the silence that means "off". */
const PRESENCE_EVERY_MS = 250;

/** Before a failed connection is offered anew. */
const RECONNECT_AFTER_MS = 1000;

/** What a {@link RoomBot} is made of. */
export interface RoomBotOptions {
  readonly rooms: Rooms;
  readonly roomId: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly connection: PeerConnectionOptions;
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
  readonly onEvent: (event: MeetingEvent) => void;
  readonly onFrame: (frame: CameraFrame) => void;
  /** The room sent the bot out. */
  readonly onDismissed: () => void;
}

interface Person {
  readonly peer: RoomPeer;
  readonly presence: CameraPresence;
  /** Whether the bot came later, so that it is the one who offers. */
  readonly offers: boolean;
  video: PeerVideo | undefined;
  pacer: FramePacer | undefined;
  framesDecoded: number;
}

type Signal = Extract<RoomServerMessage, { type: 'signal' }>;
type SignalContent = Omit<Extract<RoomClientMessage, { type: 'signal' }>, 'type' | 'to'>;

/** A bot in a room: a visible peer that receives everyone's video and tells who is there and on camera. */
export class RoomBot {
  readonly #options: RoomBotOptions;
  readonly #people = new Map<string, Person>();
  readonly #seat: RoomSeat;
  readonly #presence: NodeJS.Timeout;
  readonly #reconnects = new Set<NodeJS.Timeout>();
  /** Messages that the room sends while the bot is entering. */
  #early: RoomServerMessage[] | undefined = [];
  #left = false;

  /** @throws RoomFullError */
  constructor(options: RoomBotOptions) {
    this.#options = options;
    const { name, logoUrl } = options;
    this.#seat = options.rooms.enter(
      options.roomId,
      { name, kind: 'bot', cameraOn: false, microphoneOn: false, logoUrl },
      { send: (message) => this.#hear(message), dismissed: () => this.#dismissed() },
    );
    this.#presence = setInterval(() => this.#look(), PRESENCE_EVERY_MS);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.#hear(message);
  }

  /** People in the room now. */
  get peopleCount(): number {
    return this.#people.size;
  }

  /** Takes the frames of these people, about `fps` a second, and of no others. */
  watch(participantIds: ReadonlySet<string>, fps: number | undefined): void {
    for (const [id, person] of this.#people) {
      const wanted = participantIds.has(id);
      person.pacer = wanted ? new FramePacer(fps) : undefined;
      person.video?.watch(wanted);
    }
  }

  /** Leaves the room. Idempotent. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    clearInterval(this.#presence);
    for (const timer of this.#reconnects) clearTimeout(timer);
    for (const { video } of this.#people.values()) video?.close();
    this.#people.clear();
    this.#seat.leave();
  }

  #dismissed(): void {
    this.leave();
    this.#options.onDismissed();
  }

  #hear(message: RoomServerMessage): void {
    if (this.#early) {
      this.#early.push(message);
      return;
    }
    if (this.#left) return;
    switch (message.type) {
      case 'welcome':
        for (const peer of message.peers) this.#meet(peer, true);
        return;
      case 'peer-joined':
        return this.#meet(message.peer, false);
      case 'peer-left':
        return this.#part(message.peerId);
      case 'peer-media': {
        const person = this.#people.get(message.peerId);
        if (person) this.#tell(person, person.presence.say(message.cameraOn));
        return;
      }
      case 'signal':
        return this.#signalled(message);
    }
  }

  #meet(peer: RoomPeer, offers: boolean): void {
    if (peer.kind === 'bot') return;
    const presence = new CameraPresence(peer.cameraOn);
    const person: Person = { peer, presence, offers, video: undefined, pacer: undefined, framesDecoded: 0 };
    this.#people.set(peer.peerId, person);
    const participant = { participantId: peer.peerId, participantName: peer.name, numericId: null };
    this.#options.onEvent({ kind: 'joined', participant });
    if (offers) this.#offer(person);
  }

  #part(peerId: string): void {
    const person = this.#people.get(peerId);
    if (!person) return;
    person.video?.close();
    this.#people.delete(peerId);
    this.#options.onEvent({ kind: 'left', participantId: peerId });
  }

  #offer(person: Person): void {
    this.#connect(person, this.#options.newId()).offer();
  }

  #signalled({ from, connectionId, description, candidate }: Signal): void {
    const person = this.#people.get(from);
    if (!person) return;
    const isNew = person.video?.connectionId !== connectionId;
    if (isNew && (person.offers || description?.type !== 'offer')) return;
    const video = isNew ? this.#connect(person, connectionId) : person.video;
    video?.receive({ connectionId, description, candidate });
  }

  #connect(person: Person, connectionId: string): PeerVideo {
    person.video?.close();
    const { peerId } = person.peer;
    const video = new PeerVideo({
      connectionId,
      connection: this.#options.connection,
      send: (signal: SignalContent) => this.#seat.signal(peerId, signal),
      onFrame: (frame) => this.#framed(person, frame),
      onFailed: () => this.#failed(person),
      logger: this.#options.logger,
    });
    person.video = video;
    person.framesDecoded = 0;
    video.watch(person.pacer !== undefined);
    return video;
  }

  #failed(person: Person): void {
    if (!person.offers) return;
    const timer = setTimeout(() => {
      this.#reconnects.delete(timer);
      if (this.#people.get(person.peer.peerId) === person) this.#offer(person);
    }, RECONNECT_AFTER_MS);
    this.#reconnects.add(timer);
  }

  #framed(person: Person, { width, height, data }: SunkFrame): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (!person.presence.on || !person.pacer?.takes(nowMs)) return;
    const { peerId } = person.peer;
    const image = { format: 'i420', width, height, data } as const;
    this.#options.onFrame({ participantId: peerId, timestampMs: nowMs, image });
  }

  #look(): void {
    for (const person of this.#people.values()) {
      this.#lookAt(person).catch((error: unknown) => {
        if (this.#left) return;
        this.#options.logger.warn({ err: error }, 'A peer connection could not be asked for its frames');
      });
    }
  }

  async #lookAt(person: Person): Promise<void> {
    const { video } = person;
    const frames = (await video?.framesDecoded()) ?? 0;
    if (this.#people.get(person.peer.peerId) !== person || person.video !== video) return;
    const nowMs = this.#options.clock.monotonicMs();
    const came = frames > person.framesDecoded;
    person.framesDecoded = frames;
    this.#tell(person, came ? person.presence.frame(nowMs) : person.presence.tick(nowMs));
  }

  #tell(person: Person, change: CameraChange): void {
    if (!change) return;
    const { peerId: participantId } = person.peer;
    this.#options.onEvent({ kind: change === 'on' ? 'camera-on' : 'camera-off', participantId });
  }
}

import type { Clock } from '@vivant/service-kit/clock';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { ListenerGate } from '../listener-gate.ts';
import type { JoinRequest, MeetingEvent } from '../meeting-provider.ts';
import { RoomBot } from './room-bot.ts';
import { RoomFullError, type Rooms } from './rooms.ts';
import type { PeerConnectionOptions } from './webrtc.ts';

/** A reload of the page takes a few seconds; a bot does not wait in an empty room for longer. */
const EVERYONE_LEFT_MS = 60_000;

/** As long as the meeting providers wait for the first person. */
const NOBODY_CAME_MS = 20 * 60_000;

/** Longest wait that a timer can hold. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** What a {@link RoomStay} is made of. */
export interface RoomStayOptions {
  readonly rooms: Rooms;
  readonly roomId: string;
  readonly request: JoinRequest;
  readonly gate: ListenerGate;
  readonly portRange?: PeerConnectionOptions['portRange'];
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
}

/** One bot's stay in a room: from the order to come, through the time in it, to its end. */
export class RoomStay {
  readonly botId: string;
  /** Settles when the bot has left. */
  readonly ended: Promise<void>;
  readonly #options: RoomStayOptions;
  #end: () => void = () => undefined;
  #bot: RoomBot | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @throws RoomFullError */
  constructor(options: RoomStayOptions) {
    this.#options = options;
    this.botId = options.newId();
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#enterWhenDue(true);
    options.gate.open();
  }

  watch(participantId: string | undefined, fps: number | undefined): void {
    this.#bot?.watch(new Set(participantId === undefined ? [] : [participantId]), fps);
  }

  /** Idempotent. */
  leave(): void {
    this.#options.gate.close();
    clearTimeout(this.#timer);
    this.#bot?.leave();
    this.#end();
  }

  #enterWhenDue(first: boolean): void {
    const { joinAt } = this.#options.request;
    const waitMs = (joinAt?.getTime() ?? 0) - this.#options.clock.now().getTime();
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.#enterWhenDue(false), Math.min(waitMs, TIMER_MS_MAX));
    } else if (first) this.#enter();
    else this.#enterLate();
  }

  /** Nobody is there any more to throw to. */
  #enterLate(): void {
    try {
      this.#enter();
    } catch (error) {
      if (!(error instanceof RoomFullError)) throw error;
      this.#finish('fatal', error.message);
    }
  }

  #enter(): void {
    const { rooms, roomId, request, gate, portRange, clock, newId, logger } = this.#options;
    const { iceServers } = rooms;
    const held: MeetingEvent[] = [];
    let entered = false;
    this.#bot = new RoomBot({
      rooms,
      roomId,
      clock,
      newId,
      logger,
      name: request.botName,
      logoUrl: request.logoUrl ?? null,
      connection: { iceServers, ...(portRange && { portRange }) },
      onEvent: (event) => (entered ? this.#tell(event) : held.push(event)),
      onFrame: (frame) => gate.frame(frame),
      onDismissed: () => this.#finish('call_ended', 'The room was closed.'),
    });
    entered = true;
    gate.event({ kind: 'status', status: 'joining_call' });
    gate.event({ kind: 'connected' });
    gate.event({ kind: 'status', status: 'in_call_recording' });
    this.#leaveIfEmptyFor(NOBODY_CAME_MS, 'Nobody came.');
    for (const event of held) this.#tell(event);
  }

  #tell(event: MeetingEvent): void {
    this.#options.gate.event(event);
    if (event.kind === 'joined') clearTimeout(this.#timer);
    if (event.kind === 'left' && this.#bot?.peopleCount === 0)
      this.#leaveIfEmptyFor(EVERYONE_LEFT_MS, 'Everyone left.');
  }

  #leaveIfEmptyFor(ms: number, reason: string): void {
    this.#timer = setTimeout(() => this.#finish('call_ended', reason), ms);
  }

  #finish(status: string, reason: string): void {
    this.#options.gate.event({ kind: 'disconnected' });
    this.#options.gate.event({ kind: 'status', status, reason });
    this.leave();
  }
}

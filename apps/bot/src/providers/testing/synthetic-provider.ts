import type { Clock } from '@vivant/service-kit/clock';
import type { Timers } from '../../scans/timers.ts';
import { ListenerGate } from '../listener-gate.ts';
import {
  type CameraImage,
  type JoinRequest,
  type MeetingBot,
  type MeetingEvent,
  type MeetingListener,
  type MeetingProvider,
  MeetingProviderError,
} from '../meeting-provider.ts';

/** Draws the picture of a camera; frames are counted from 0 while the camera is on. */
export type SyntheticCamera = (index: number) => CameraImage;

/** Someone whom a test brought into a meeting. */
export interface SyntheticGuest {
  readonly participantId: string;
  setCamera(on: boolean): void;
  rename(participantName: string): void;
  leave(): void;
}

/** A meeting without a network, moved by a test. */
export interface SyntheticMeeting {
  /** Bots in the meeting. */
  readonly bots: readonly JoinRequest[];
  /** Brings someone in; the camera is off when there is none. */
  arrive(participantName: string, camera?: SyntheticCamera, numericId?: number): SyntheticGuest;
  /** Tells every bot something about the meeting: its status, or the state of its connection. */
  tell(event: Extract<MeetingEvent, { kind: 'status' | 'connected' | 'disconnected' }>): void;
}

/** Meetings at `https://meeting.test/<name>` that tests and load runs move and film. */
export interface SyntheticProvider extends MeetingProvider {
  /** The meeting at an address; there is one at each. */
  meeting(meetingUrl: string): SyntheticMeeting;
  /** Makes joining fail until it is called without an error. */
  refuse(error?: MeetingProviderError): void;
}

interface Person {
  participantName: string;
  readonly participantId: string;
  readonly numericId: number | null;
  readonly camera: SyntheticCamera | undefined;
  cameraOn: boolean;
  framesDrawn: number;
}

const HOST = 'meeting.test';
const FPS_DEFAULT = 30;

/** Creates a provider whose cameras are filmed by these timers. */
export function createSyntheticProvider(time: { clock: Clock; timers: Timers }): SyntheticProvider {
  const meetings = new Map<string, Meeting>();
  const bots = new Map<string, Bot>();
  let refusal: MeetingProviderError | undefined;

  function meetingAt(url: URL): Meeting {
    const meeting = meetings.get(url.href) ?? new Meeting();
    meetings.set(url.href, meeting);
    return meeting;
  }

  return {
    name: 'synthetic',
    needsCallback: false,
    platformOf: (url) => (url.hostname === HOST ? 'synthetic' : undefined),
    meeting: (url) => meetingAt(new URL(url)),
    refuse: (error) => {
      refusal = error;
    },
    async join(request, listener) {
      if (refusal) throw refusal;
      if (request.meetingUrl.hostname !== HOST) {
        throw new MeetingProviderError('no such meeting', { retryable: false });
      }
      const bot = new Bot(`bot-${bots.size + 1}`, meetingAt(request.meetingUrl), request, listener, time);
      bots.set(bot.botId, bot);
      return bot;
    },
    async dismiss(botId) {
      await bots.get(botId)?.leave();
    },
    async dismissSession(sessionId) {
      for (const bot of bots.values()) if (bot.request.sessionId === sessionId) await bot.leave();
    },
    async close() {
      for (const bot of bots.values()) await bot.leave();
    },
  };
}

class Meeting implements SyntheticMeeting {
  readonly people = new Map<string, Person>();
  readonly present = new Set<Bot>();
  #arrivals = 0;

  get bots(): readonly JoinRequest[] {
    return [...this.present].map(({ request }) => request);
  }

  arrive(participantName: string, camera?: SyntheticCamera, numericId?: number): SyntheticGuest {
    this.#arrivals++;
    const person: Person = {
      participantName,
      participantId: `guest-${this.#arrivals}`,
      numericId: numericId ?? null,
      camera,
      cameraOn: camera !== undefined,
      framesDrawn: 0,
    };
    const { participantId } = person;
    this.people.set(participantId, person);
    this.#announce(person);
    return {
      participantId,
      setCamera: (on) => {
        person.cameraOn = on;
        this.#tellAll({ kind: on ? 'camera-on' : 'camera-off', participantId });
      },
      rename: (name) => {
        person.participantName = name;
        this.#tellAll({ kind: 'joined', participant: person });
      },
      leave: () => {
        this.people.delete(participantId);
        this.#tellAll({ kind: 'left', participantId });
      },
    };
  }

  tell(event: MeetingEvent): void {
    this.#tellAll(event);
  }

  #announce(person: Person): void {
    for (const event of presenceOf(person)) this.#tellAll(event);
  }

  #tellAll(event: MeetingEvent): void {
    for (const bot of this.present) bot.gate.event(event);
  }
}

function presenceOf(person: Person): MeetingEvent[] {
  const { participantId, participantName, numericId, cameraOn } = person;
  const joined: MeetingEvent = {
    kind: 'joined',
    participant: { participantId, participantName, numericId },
  };
  return cameraOn ? [joined, { kind: 'camera-on', participantId }] : [joined];
}

class Bot implements MeetingBot {
  readonly botId: string;
  readonly request: JoinRequest;
  readonly gate: ListenerGate;
  readonly #meeting: Meeting;
  readonly #time: { readonly clock: Clock; readonly timers: Timers };
  #stopFilming = () => {};

  constructor(
    botId: string,
    meeting: Meeting,
    request: JoinRequest,
    listener: MeetingListener,
    time: { clock: Clock; timers: Timers },
  ) {
    this.botId = botId;
    this.request = request;
    this.#meeting = meeting;
    this.#time = time;
    this.gate = new ListenerGate(listener);
    this.gate.event({ kind: 'connected' });
    this.gate.event({ kind: 'status', status: 'in_call_recording' });
    for (const person of meeting.people.values()) {
      for (const event of presenceOf(person)) this.gate.event(event);
    }
    meeting.present.add(this);
    this.gate.open();
  }

  watch(participantId: string | undefined, fps = FPS_DEFAULT): void {
    this.#stopFilming();
    if (participantId === undefined || !this.#meeting.present.has(this)) return;
    const intervalMs = 1000 / fps;
    const film = () => {
      this.#stopFilming = this.#time.timers.after(intervalMs, film);
      this.#shoot(participantId);
    };
    this.#stopFilming = this.#time.timers.after(intervalMs, film);
  }

  async leave(): Promise<void> {
    this.#stopFilming();
    this.gate.close();
    this.#meeting.present.delete(this);
  }

  #shoot(participantId: string): void {
    const person = this.#meeting.people.get(participantId);
    if (!person?.cameraOn || !person.camera) return;
    const image = person.camera(person.framesDrawn++);
    this.gate.frame({ participantId, timestampMs: this.#time.clock.monotonicMs(), image });
  }
}

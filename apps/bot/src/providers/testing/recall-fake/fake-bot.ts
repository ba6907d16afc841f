import { randomUUID } from 'node:crypto';
import { encodePngFast } from '@vivant/engine/image/encode';
import { rgbOfI420 } from '@vivant/engine/image/i420';
import { systemClock } from '@vivant/service-kit/clock';
import { randomId } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import type { CameraFrame, MeetingEvent } from '../../meeting-provider.ts';
import { RoomBot } from '../../room/room-bot.ts';
import type { Rooms } from '../../room/rooms.ts';
import type { CreateBotRequest } from './create-bot-request.ts';
import { createH264Encoder, type H264Encoder } from './h264-encoder.ts';
import { OutgoingSocket } from './outgoing-socket.ts';

const PNG_FPS = 2;

/** What a {@link FakeBot} is made of. */
export interface FakeBotOptions {
  readonly request: CreateBotRequest;
  readonly rooms: Rooms;
  readonly roomId: string;
  readonly secret: string | undefined;
  readonly retryMs: number;
  /** Sends every fifth message twice and every seventh after its successor, as the real one does now and then. */
  readonly unruly: boolean;
  readonly logger: Logger;
  readonly onStatus: (bot: FakeBot, code: string, subCode: string | null, at: string) => void;
}

interface Participant {
  readonly id: number;
  readonly name: string;
  encoder?: H264Encoder;
}

interface StatusChange {
  readonly code: string;
  readonly message: null;
  readonly created_at: string;
  readonly sub_code: string | null;
}

/** One bot of the fake: a bot of the built-in room whose events and pictures go out as the provider sends them. */
export class FakeBot {
  readonly id = randomUUID();
  readonly statusChanges: StatusChange[] = [];
  mediaDeleted = false;
  readonly #options: FakeBotOptions;
  readonly #participants = new Map<string, Participant>();
  #room: RoomBot | undefined;
  #socket: OutgoingSocket | undefined;
  #startedMs = 0;
  #sent = 0;
  #late: object | undefined;

  constructor(options: FakeBotOptions) {
    this.#options = options;
  }

  get metadata(): Readonly<Record<string, string>> {
    return this.#options.request.metadata;
  }

  get status(): string | undefined {
    return this.statusChanges.at(-1)?.code;
  }

  /** Sets out for the meeting. */
  start(): void {
    const { rooms, roomId, request, logger } = this.#options;
    this.change('joining_call');
    this.#room = new RoomBot({
      rooms,
      roomId,
      name: request.bot_name,
      logoUrl: null,
      connection: { iceServers: [] },
      clock: systemClock,
      newId: randomId,
      logger,
      // The bot has not been told its room yet when it meets who is there.
      onEvent: (event) => setImmediate(() => this.#tell(event)),
      onFrame: (frame) => this.#film(frame),
      onDismissed: () => this.end('call_ended', 'call_ended_by_host'),
    });
    this.change('in_call_not_recording');
  }

  /** Ends as the provider ends bots: with this status, and `done` when it was not fatal. */
  end(code: 'call_ended' | 'fatal', subCode: string): void {
    if (this.status === 'done' || this.status === 'fatal' || this.status === 'call_ended') return;
    this.#room?.leave();
    this.#socket?.close();
    for (const { encoder } of this.#participants.values()) encoder?.close();
    this.change(code, subCode);
    if (code === 'call_ended') setImmediate(() => this.change('done'));
  }

  /** Enters a status, with a webhook. */
  change(code: string, subCode: string | null = null): void {
    const at = new Date().toISOString();
    this.statusChanges.push({ code, message: null, created_at: at, sub_code: subCode });
    this.#options.onStatus(this, code, subCode, at);
  }

  /** Cuts the line of the realtime socket; it comes back by itself. */
  cutSocket(): void {
    this.#socket?.cut();
  }

  #record(): void {
    if (this.#socket) return;
    const { request, secret, retryMs } = this.#options;
    this.#startedMs = systemClock.monotonicMs();
    const { url } = request.recording_config.realtime_endpoints[0]!;
    this.#socket = new OutgoingSocket({ url, secret, retryMs });
    this.change('in_call_recording');
  }

  #tell(event: MeetingEvent): void {
    if (event.kind === 'joined') return this.#joined(event.participant);
    if (!('participantId' in event)) return;
    const participant = this.#participants.get(event.participantId);
    if (!participant) return;
    const names = { left: 'leave', 'camera-on': 'webcam_on', 'camera-off': 'webcam_off' } as const;
    this.#sendParticipantEvent(names[event.kind], participant);
    if (event.kind === 'camera-on') this.#filmEveryone();
    if (event.kind === 'left') {
      participant.encoder?.close();
      this.#participants.delete(event.participantId);
    }
  }

  #joined({ participantId, participantName }: { participantId: string; participantName: string }): void {
    const participant = { id: (this.#participants.size + 1) * 100, name: participantName };
    this.#participants.set(participantId, participant);
    this.#record();
    this.#sendParticipantEvent('join', participant);
  }

  #filmEveryone(): void {
    const isPng = Boolean(this.#options.request.recording_config.video_separate_png);
    this.#room?.watch(new Set(this.#participants.keys()), isPng ? PNG_FPS : undefined);
  }

  #film({ participantId, timestampMs, image }: CameraFrame): void {
    const participant = this.#participants.get(participantId);
    if (!participant || image.format !== 'i420') return;
    const atMs = timestampMs - this.#startedMs;
    if (this.#options.request.recording_config.video_separate_png) {
      const png = Buffer.from(encodePngFast(rgbOfI420(image)));
      return this.#sendPicture('video_separate_png.data', participant, atMs, png);
    }
    participant.encoder ??= createH264Encoder((chunkMs, data) =>
      this.#sendPicture('video_separate_h264.data', participant, chunkMs, data),
    );
    participant.encoder.encode(atMs, image);
  }

  #sendParticipantEvent(what: string, participant: Participant): void {
    const atMs = systemClock.monotonicMs() - this.#startedMs;
    this.#send(
      `participant_events.${what}`,
      { participant, timestamp: this.#timestamp(atMs), data: null },
      true,
    );
  }

  #sendPicture(event: string, participant: Participant, atMs: number, data: Buffer): void {
    const timestamp = this.#timestamp(atMs);
    this.#send(event, { buffer: data.toString('base64'), timestamp, type: 'webcam', participant }, false);
  }

  #timestamp(atMs: number): object {
    return { relative: atMs / 1000, absolute: new Date().toISOString() };
  }

  #send(event: string, data: { participant: Participant } & Record<string, unknown>, inOrder: boolean): void {
    const { id, name } = data.participant;
    const participant = { id, name, is_host: false, platform: 'desktop', extra_data: {}, email: null };
    const message = {
      event,
      data: {
        data: { ...data, participant },
        realtime_endpoint: { id: this.id, metadata: {} },
        recording: { id: this.id, metadata: {} },
        bot: { id: this.id, metadata: this.metadata },
      },
    };
    this.#dispatch(message, inOrder || !this.#options.unruly);
  }

  #dispatch(message: object, inOrder: boolean): void {
    this.#sent += 1;
    if (!inOrder && this.#sent % 7 === 0 && !this.#late) {
      this.#late = message;
      return;
    }
    this.#socket?.send(message);
    if (!inOrder && this.#sent % 5 === 0) this.#socket?.send(message);
    if (this.#late) this.#socket?.send(this.#late);
    this.#late = undefined;
  }
}

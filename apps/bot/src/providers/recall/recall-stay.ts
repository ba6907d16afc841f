import { FramePacer } from '../frame-pacer.ts';
import type { ListenerGate } from '../listener-gate.ts';
import type { CameraImage } from '../meeting-provider.ts';
import type { BotStatus } from './bot-object.ts';
import { endReasonOf } from './end-reasons.ts';
import { H264Camera } from './h264-camera.ts';
import type { CreateH264Decoder } from './h264-decoder.ts';
import type { RealtimeEvent } from './realtime-event.ts';
import { RecallPeople } from './recall-people.ts';

/** The provider tries thirty times, every three seconds, and then never again. */
const SOCKET_MISSING_MS = 100_000;

const ENDED = ['call_ended', 'done', 'fatal'];

/** A socket of the provider, as far as a stay cares. */
interface RealtimeSocket {
  close(): void;
}

/** What a {@link RecallStay} is made of. */
export interface RecallStayOptions {
  readonly gate: ListenerGate;
  /** Absent when the provider sends PNG. */
  readonly createDecoder: CreateH264Decoder | undefined;
  /** The stay ended otherwise than by {@link RecallStay.close}. */
  readonly onEnded: () => void;
}

/** One bot in (or on its way into) a meeting, as its events and pictures tell. */
export class RecallStay {
  readonly #options: RecallStayOptions;
  readonly #people = new RecallPeople();
  readonly #cameras = new Map<number, H264Camera>();
  readonly #seen = new Set<string>();
  #status: BotStatus | undefined;
  readonly #sockets = new Set<RealtimeSocket>();
  #patience: NodeJS.Timeout | undefined;
  #watched: { readonly participantId: string; readonly pacer: FramePacer } | undefined;
  #closed = false;

  constructor(options: RecallStayOptions) {
    this.#options = options;
  }

  /** A socket of the provider opened. */
  connected(socket: RealtimeSocket): void {
    this.#sockets.add(socket);
    clearTimeout(this.#patience);
    if (this.#sockets.size === 1) this.#options.gate.event({ kind: 'connected' });
  }

  /** A socket of the provider closed. */
  disconnected(socket: RealtimeSocket): void {
    this.#sockets.delete(socket);
    if (this.#sockets.size > 0 || this.#closed) return;
    this.#options.gate.event({ kind: 'disconnected' });
    this.#waitForSocket();
  }

  /** Takes what a socket brought. */
  take(event: RealtimeEvent): void {
    if (this.#closed) return;
    for (const each of this.#people.take(event)) {
      this.#options.gate.event(each);
      if (each.kind === 'left') this.#forget(event.participant.id);
    }
    if (event.kind === 'video' && event.source === 'webcam') this.#picture(event);
  }

  /** Takes a status from a webhook or a poll; what is known or older is ignored. */
  status(status: BotStatus): void {
    const { gate } = this.#options;
    if (this.#closed || !this.#isNews(status)) return;
    this.#status = status;
    const reason = endReasonOf(status.subCode);
    gate.event({ kind: 'status', status: status.code, ...(reason !== undefined && { reason }) });
    if (ENDED.includes(status.code)) this.#end();
    else if (status.code === 'in_call_recording' && this.#sockets.size === 0) this.#waitForSocket();
  }

  /** The provider does not know the bot any more. */
  lost(reason: string): void {
    this.#options.gate.event({ kind: 'status', status: 'fatal', reason });
    this.#end();
  }

  watch(participantId: string | undefined, fps: number | undefined): void {
    this.#watched =
      participantId === undefined || this.#closed ? undefined : { participantId, pacer: new FramePacer(fps) };
    for (const [id, camera] of this.#cameras) {
      camera.watch(String(id) === participantId ? this.#watched?.pacer : undefined);
    }
  }

  /** Ends everything; nothing is told afterwards. Idempotent. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#patience);
    this.#options.gate.close();
    for (const socket of this.#sockets) socket.close();
    for (const camera of this.#cameras.values()) camera.close();
    this.#cameras.clear();
  }

  #end(): void {
    this.close();
    this.#options.onEnded();
  }

  #waitForSocket(): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(
      () => this.lost('The meeting provider does not send the meeting.'),
      SOCKET_MISSING_MS,
    );
  }

  #picture(event: Extract<RealtimeEvent, { kind: 'video' }>): void {
    const { participant, atMs, data } = event;
    if (event.codec === 'h264') return this.#cameraOf(participant.id)?.take(atMs, data);
    const isWatched = this.#watched?.participantId === String(participant.id);
    if (isWatched && this.#watched?.pacer.takes(atMs))
      this.#deliver(participant.id, atMs, { format: 'png', data });
  }

  #cameraOf(id: number): H264Camera | undefined {
    const { createDecoder } = this.#options;
    const existing = this.#cameras.get(id);
    if (existing || !createDecoder) return existing;
    const camera = new H264Camera({
      createDecoder,
      onImage: (atMs, image) => this.#deliver(id, atMs, image),
    });
    this.#cameras.set(id, camera);
    if (this.#watched?.participantId === String(id)) camera.watch(this.#watched.pacer);
    return camera;
  }

  #deliver(id: number, timestampMs: number, image: CameraImage): void {
    if (this.#closed || !this.#people.hasCameraOn(id)) return;
    this.#options.gate.frame({ participantId: String(id), timestampMs, image });
  }

  #forget(id: number): void {
    this.#cameras.get(id)?.close();
    this.#cameras.delete(id);
  }

  /** Webhooks and polls tell of the same changes, in any order, and may differ a little about the time. */
  #isNews(status: BotStatus): boolean {
    const key = `${status.code} ${status.at}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    const known = this.#status;
    return !known || (status.code !== known.code && !(Date.parse(status.at) < Date.parse(known.at)));
  }
}

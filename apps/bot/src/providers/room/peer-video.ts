import type { RoomClientMessage } from '@vivant/contract/room-signal';
import type { Logger } from '@vivant/service-kit/logger';
import {
  createPeerConnection,
  type MediaTrack,
  type PeerConnection,
  type PeerConnectionOptions,
  type SunkFrame,
  sinkFrames,
} from './webrtc.ts';

type Signal = Omit<Extract<RoomClientMessage, { type: 'signal' }>, 'type' | 'to'>;

/** What a {@link PeerVideo} is made of. None of the calls may throw. */
export interface PeerVideoOptions {
  readonly connectionId: string;
  readonly connection: PeerConnectionOptions;
  readonly send: (signal: Signal) => void;
  readonly onFrame: (frame: SunkFrame) => void;
  /** The connection failed; it will not come back. */
  readonly onFailed: () => void;
  readonly logger: Logger;
}

/** The bot's connection to one person's browser: it receives their video and sends nothing. */
export class PeerVideo {
  readonly connectionId: string;
  readonly #options: PeerVideoOptions;
  readonly #peer: PeerConnection;
  /** Descriptions and candidates take effect in the order in which they came. */
  #steps: Promise<void> = Promise.resolve();
  #track: MediaTrack | undefined;
  #wanted = false;
  #stopSink: (() => void) | undefined;
  #closed = false;

  constructor(options: PeerVideoOptions) {
    this.#options = options;
    this.connectionId = options.connectionId;
    this.#peer = createPeerConnection(options.connection);
    this.#peer.onicecandidate = ({ candidate }) => this.#sendCandidate(candidate);
    this.#peer.onconnectionstatechange = () => {
      if (this.#peer.connectionState === 'failed') this.#fail();
    };
  }

  /** Offers to receive video. */
  offer(): void {
    this.#step(async () => {
      this.#track = this.#peer.addTransceiver('video', { direction: 'recvonly' }).receiver.track;
      await this.#describe(await this.#peer.createOffer());
      this.#sink();
    });
  }

  /** Takes an offer, an answer or a candidate of the other side. */
  receive({ description, candidate }: Signal): void {
    if (description) this.#step(() => this.#take(description));
    if (candidate) this.#step(() => this.#peer.addIceCandidate({ ...candidate }));
  }

  /** Begins or ends to hand out frames. */
  watch(wanted: boolean): void {
    this.#wanted = wanted;
    if (wanted) this.#sink();
    else this.#unsink();
  }

  /** Frames decoded since the connection began, whether they are handed out or not. */
  async framesDecoded(): Promise<number> {
    if (this.#closed) return 0;
    const stats = await this.#peer.getStats();
    let frames = 0;
    for (const each of stats.values()) if (each.type === 'inbound-rtp') frames += each.framesDecoded ?? 0;
    return frames;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#unsink();
    this.#peer.close();
  }

  async #take(description: NonNullable<Signal['description']>): Promise<void> {
    await this.#peer.setRemoteDescription({ ...description, sdp: withoutOrientation(description.sdp) });
    if (description.type === 'answer') return;
    for (const transceiver of this.#peer.getTransceivers()) {
      const isVideo = transceiver.receiver.track.kind === 'video';
      transceiver.direction = isVideo ? 'recvonly' : 'inactive';
      if (isVideo) this.#track = transceiver.receiver.track;
    }
    await this.#describe(await this.#peer.createAnswer());
    this.#sink();
  }

  async #describe({ type, sdp }: { type: 'offer' | 'answer'; sdp: string }): Promise<void> {
    const description = { type, sdp: withoutOrientation(sdp) };
    await this.#peer.setLocalDescription(description);
    this.#options.send({ connectionId: this.connectionId, description });
  }

  #sendCandidate(candidate: RTCCandidate | null): void {
    if (this.#closed) return;
    const { connectionId } = this;
    if (!candidate?.candidate) return this.#options.send({ connectionId, candidate: null });
    const { candidate: text, sdpMid, sdpMLineIndex } = candidate;
    this.#options.send({ connectionId, candidate: { candidate: text, sdpMid, sdpMLineIndex } });
  }

  #step(step: () => Promise<void>): void {
    this.#steps = this.#steps
      .then(() => (this.#closed ? undefined : step()))
      .catch((error: unknown) => {
        if (this.#closed) return;
        // The text of such an error can quote the other side's description.
        this.#options.logger.warn(
          { errorType: error instanceof Error ? error.name : typeof error },
          'A peer connection could not be set up',
        );
        this.#fail();
      });
  }

  #fail(): void {
    if (this.#closed) return;
    this.close();
    this.#options.onFailed();
  }

  #sink(): void {
    if (!this.#wanted || !this.#track || this.#stopSink || this.#closed) return;
    this.#stopSink = sinkFrames(this.#track, this.#options.onFrame);
  }

  #unsink(): void {
    this.#stopSink?.();
    this.#stopSink = undefined;
  }
}

type RTCCandidate = Parameters<NonNullable<PeerConnection['onicecandidate']>>[0]['candidate'] & {};

/** Without this extension a phone turns its pictures upright itself, instead of saying how they are turned. */
function withoutOrientation(sdp: string): string {
  return sdp.replace(/^a=extmap:\d+(?:\/\w+)? urn:3gpp:video-orientation\r?\n/gm, '');
}

import wrtc from '@roamhq/wrtc';

/** One frame as the sink delivers it: planes Y, U, V without padding, in memory of its own. */
export interface SunkFrame {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

interface VideoSink {
  onframe: ((event: { frame: SunkFrame }) => void) | null;
  stop(): void;
}

interface VideoSource {
  createTrack(): MediaTrack;
  onFrame(frame: SunkFrame): void;
}

/** A track of a peer connection. */
export interface MediaTrack {
  readonly kind: string;
  stop(): void;
}

export interface SessionDescription {
  readonly type: 'offer' | 'answer';
  readonly sdp: string;
}

export interface IceCandidate {
  readonly candidate: string;
  readonly sdpMid: string | null;
  readonly sdpMLineIndex: number | null;
}

interface Transceiver {
  direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
  readonly receiver: { readonly track: MediaTrack };
  readonly sender: { replaceTrack(track: MediaTrack | null): Promise<void> };
}

/** The part of an RTCPeerConnection that is used here; the package's own types need the DOM's. */
export interface PeerConnection {
  readonly connectionState: string;
  onicecandidate: ((event: { candidate: IceCandidate | null }) => void) | null;
  onconnectionstatechange: (() => void) | null;
  ontrack: ((event: { track: MediaTrack }) => void) | null;
  addTransceiver(kind: string, init: { direction: Transceiver['direction'] }): Transceiver;
  getTransceivers(): Transceiver[];
  createOffer(): Promise<SessionDescription>;
  createAnswer(): Promise<SessionDescription>;
  setLocalDescription(description: SessionDescription): Promise<void>;
  setRemoteDescription(description: SessionDescription): Promise<void>;
  addIceCandidate(candidate: IceCandidate): Promise<void>;
  getStats(): Promise<Map<string, { readonly type: string; readonly framesDecoded?: number }>>;
  close(): void;
}

export interface PeerConnectionOptions {
  readonly iceServers: readonly {
    readonly urls: readonly string[];
    readonly username?: string | undefined;
    readonly credential?: string | undefined;
  }[];
  /** UDP ports to use; any when absent. */
  readonly portRange?: { readonly min: number; readonly max: number };
}

interface WebRtc {
  readonly RTCPeerConnection: new (options: PeerConnectionOptions) => PeerConnection;
  readonly nonstandard: {
    readonly RTCVideoSink: new (track: MediaTrack) => VideoSink;
    readonly RTCVideoSource: new () => VideoSource;
  };
}

const webRtc = wrtc as unknown as WebRtc;

/** Opens a peer connection. */
export function createPeerConnection(options: PeerConnectionOptions): PeerConnection {
  return new webRtc.RTCPeerConnection(options);
}

/** Hands out the frames of a track until the returned function is called. */
export function sinkFrames(track: MediaTrack, onFrame: (frame: SunkFrame) => void): () => void {
  const sink = new webRtc.nonstandard.RTCVideoSink(track);
  sink.onframe = ({ frame }) => onFrame(frame);
  return () => {
    sink.onframe = null;
    sink.stop();
  };
}

/** Makes a track of frames that are painted by hand. */
export function createPaintedTrack(): { track: MediaTrack; paint: (frame: SunkFrame) => void } {
  const source = new webRtc.nonstandard.RTCVideoSource();
  return { track: source.createTrack(), paint: (frame) => source.onFrame(frame) };
}

import type { RoomClientMessage, RoomIceServer, RoomServerMessage } from '@vivant/contract/room-signal';
import type { LocalMedia } from './local-media.ts';
import type { LinkState } from './room-state.ts';

/** What one side tells the other while a connection is set up. */
export type Signal = Omit<Extract<RoomClientMessage, { type: 'signal' }>, 'type' | 'to'>;

/** A signal that came from a peer. */
export type ReceivedSignal = Extract<RoomServerMessage, { type: 'signal' }>;

/** What a connection to one peer needs. */
export interface PeerLinkOptions {
  readonly connectionId: string;
  readonly iceServers: readonly RoomIceServer[];
  readonly media: LocalMedia;
  /** Where the peer's picture and sound go. */
  readonly stream: MediaStream;
  readonly send: (signal: Signal) => void;
  readonly onState: (state: LinkState) => void;
}

/** The direct connection to one peer: the picture and the sound of both sides. */
export interface PeerLink {
  readonly connectionId: string;
  offer(): Promise<void>;
  /** Takes in what the peer says about this connection. */
  receive(signal: Signal): Promise<void>;
  /** Sends what of the local media is on now. */
  sendMedia(): Promise<void>;
  close(): void;
}

/** Opens a connection; whoever came later offers, the other waits. */
export function createPeerLink(options: PeerLinkOptions): PeerLink {
  const { connectionId, media, stream } = options;
  const connection = new RTCPeerConnection({ iceServers: options.iceServers.map(iceServer) });
  const early: RTCIceCandidateInit[] = [];

  connection.addEventListener('track', ({ track }) => stream.addTrack(track));
  connection.addEventListener('icecandidate', ({ candidate }) =>
    options.send({ connectionId, candidate: candidate && plainCandidate(candidate) }),
  );
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'connected') options.onState('connected');
    if (connection.connectionState === 'failed') options.onState('failed');
  });

  const sendMedia = async () => {
    const { camera, microphone } = media.state();
    for (const { sender, receiver } of connection.getTransceivers()) {
      await sender.replaceTrack((receiver.track.kind === 'video' ? camera : microphone) ?? null);
    }
  };

  const describe = async () => {
    await connection.setLocalDescription();
    const { type, sdp } = connection.localDescription!;
    options.send({ connectionId, description: { type: type as 'offer' | 'answer', sdp } });
  };

  const takeDescription = async (description: NonNullable<Signal['description']>) => {
    await connection.setRemoteDescription(description);
    for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate);
    if (description.type !== 'offer') return;
    for (const transceiver of connection.getTransceivers()) transceiver.direction = 'sendrecv';
    await sendMedia();
    await describe();
  };

  return {
    connectionId,
    async offer() {
      connection.addTransceiver('video', { direction: 'sendrecv' });
      connection.addTransceiver('audio', { direction: 'sendrecv' });
      await sendMedia();
      await describe();
    },
    async receive({ description, candidate }) {
      if (description) await takeDescription(description);
      if (!candidate) return;
      const init = { ...candidate, usernameFragment: candidate.usernameFragment ?? null };
      if (connection.remoteDescription) await connection.addIceCandidate(init);
      else early.push(init);
    },
    sendMedia,
    close() {
      connection.close();
      for (const track of stream.getTracks()) stream.removeTrack(track);
    },
  };
}

/** Absent fields stay absent: browsers take an undefined credential for a wrong one. */
function iceServer({ urls, username, credential }: RoomIceServer): RTCIceServer {
  return username === undefined || credential === undefined ? { urls } : { urls, username, credential };
}

function plainCandidate(candidate: RTCIceCandidate): NonNullable<Signal['candidate']> {
  const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
  return { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment };
}

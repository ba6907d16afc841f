import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  type RoomClientMessage,
  type RoomPeer,
  type RoomServerMessage,
  roomServerMessageSchema,
} from '@vivant/contract/room-signal';
import { WebSocket } from 'ws';
import { createPaintedTrack, createPeerConnection, type PeerConnection } from '../room/webrtc.ts';
import { paintFrame } from './painted-frame.ts';

/** Who comes, and what their camera shows. */
export interface GuestOptions {
  /** `ws:` address of the room's socket. */
  readonly socketUrl: string;
  readonly name: string;
  readonly cameraOn: boolean;
  /** Grey of the picture, 16 to 175. */
  readonly shade: number;
}

/** Someone in a built-in room without a browser: follows the same protocol, with a painted picture for a camera. */
export interface RoomGuest {
  readonly peers: ReadonlyMap<string, RoomPeer>;
  /** Switches the camera and says so. */
  setCamera(on: boolean): void;
  /** Stops sending without a word, as a browser does whose track is taken away. */
  fallSilent(): void;
  /** Resolves when the predicate holds for the others in the room. */
  untilPeers(predicate: (peers: readonly RoomPeer[]) => boolean): Promise<void>;
  leave(): Promise<void>;
}

const SIZE = { width: 320, height: 180 };
const FRAME_EVERY_MS = 40;

/** Enters a room. Resolves when the guest is in it. */
export async function enterRoom(options: GuestOptions): Promise<RoomGuest> {
  const socket = new WebSocket(options.socketUrl);
  const { track, paint } = createPaintedTrack();
  const peers = new Map<string, RoomPeer>();
  const connections = new Map<string, { id: string; peer: PeerConnection }>();
  const waiting = new Set<() => void>();
  let sending = options.cameraOn;
  let frame = 0;
  const painter = setInterval(() => {
    if (sending) paint(paintFrame(SIZE, options.shade, frame++));
  }, FRAME_EVERY_MS);

  const send = (message: RoomClientMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const connect = (to: string, id: string) => {
    connections.get(to)?.peer.close();
    const peer = createPeerConnection({ iceServers: [] });
    peer.onicecandidate = ({ candidate }) => {
      if (!candidate?.candidate) return;
      const { candidate: text, sdpMid, sdpMLineIndex } = candidate;
      send({ type: 'signal', to, connectionId: id, candidate: { candidate: text, sdpMid, sdpMLineIndex } });
    };
    connections.set(to, { id, peer });
    return peer;
  };
  const offer = async (to: string) => {
    const connectionId = randomUUID();
    const peer = connect(to, connectionId);
    await peer.addTransceiver('video', { direction: 'sendrecv' }).sender.replaceTrack(track);
    const { type, sdp } = await peer.createOffer();
    await peer.setLocalDescription({ type, sdp });
    send({ type: 'signal', to, connectionId, description: { type, sdp } });
  };
  const answer = async (to: string, connectionId: string, sdp: string) => {
    const peer = connect(to, connectionId);
    await peer.setRemoteDescription({ type: 'offer', sdp });
    for (const transceiver of peer.getTransceivers()) {
      transceiver.direction = 'sendrecv';
      await transceiver.sender.replaceTrack(transceiver.receiver.track.kind === 'video' ? track : null);
    }
    const description = await peer.createAnswer();
    await peer.setLocalDescription(description);
    const { type, sdp: own } = description;
    send({ type: 'signal', to, connectionId, description: { type, sdp: own } });
  };
  const obey = async (message: RoomServerMessage) => {
    if (message.type === 'welcome') for (const peer of message.peers) peers.set(peer.peerId, peer);
    if (message.type === 'welcome') for (const peer of message.peers) await offer(peer.peerId);
    if (message.type === 'peer-joined') peers.set(message.peer.peerId, message.peer);
    if (message.type === 'peer-left') {
      peers.delete(message.peerId);
      connections.get(message.peerId)?.peer.close();
      connections.delete(message.peerId);
    }
    if (message.type !== 'signal') return;
    const { from, connectionId, description, candidate } = message;
    if (description?.type === 'offer') return answer(from, connectionId, description.sdp);
    const current = connections.get(from);
    if (current?.id !== connectionId) return;
    if (description) await current.peer.setRemoteDescription(description);
    if (candidate) await current.peer.addIceCandidate({ ...candidate });
  };
  let steps = Promise.resolve();
  socket.on('message', (data: Buffer) => {
    const message = roomServerMessageSchema.parse(JSON.parse(data.toString()));
    // A peer that leaves while its connection is being set up makes a step fail; there is nothing to do then.
    steps = steps.then(() => obey(message)).catch(() => undefined);
    void steps.then(() => {
      for (const check of waiting) check();
    });
  });
  await once(socket, 'open');
  send({ type: 'join', name: options.name, cameraOn: options.cameraOn, microphoneOn: false });
  await once(socket, 'message');

  return {
    peers,
    setCamera: (on) => {
      sending = on;
      send({ type: 'media', cameraOn: on, microphoneOn: false });
    },
    fallSilent: () => {
      sending = false;
    },
    untilPeers: (predicate) =>
      new Promise((resolve) => {
        const check = () => {
          if (!predicate([...peers.values()])) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    leave: async () => {
      clearInterval(painter);
      for (const { peer } of connections.values()) peer.close();
      track.stop();
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

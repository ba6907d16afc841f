import { z } from 'zod';
import { ROOM_ID_PATTERN, ROOM_NAME_LENGTH_MAX } from './room-address.ts';

/** Names of rooms: the last part of `{bot_url}/room/<roomId>`. Whoever knows it may join. */
export const roomIdSchema = z
  .string()
  .regex(ROOM_ID_PATTERN, 'must be 4 to 64 letters, digits, dashes or underscores');

/** Largest message either way, in bytes. */
export const ROOM_MESSAGE_BYTES_MAX = 64 * 1024;

/** The cap of a text that comes from a browser's WebRTC; an SDP with audio and video is under 10 kB. */
const sdp = z.string().max(48 * 1024);

const descriptionSchema = z.object({ type: z.enum(['offer', 'answer']), sdp });

const candidateSchema = z.object({
  candidate: z.string().max(2048),
  sdpMid: z.string().max(64).nullable(),
  sdpMLineIndex: z.int().min(0).max(64).nullable(),
  usernameFragment: z.string().max(256).nullish(),
});

/**
 * One step of setting up the connection between two peers. Whoever joined later offers: to each of `welcome.peers`
 * at once, and again with a new `connectionId` when a connection fails. An offer with a new `connectionId` replaces
 * the former connection; anything else with a `connectionId` that is not the current one is dropped. There is no
 * renegotiation: the one who answers sets every transceiver to `sendrecv` and puts its own track of that kind there
 * (`replaceTrack`, null while there is none), and later changes are `replaceTrack` too. A bot offers video only and
 * sends nothing.
 */
const signalContent = {
  connectionId: z.string().min(1).max(64),
  description: descriptionSchema.optional(),
  /** `null` says that there are no more. */
  candidate: candidateSchema.nullable().optional(),
};

const media = { cameraOn: z.boolean(), microphoneOn: z.boolean() };

/** Someone in a room. */
const roomPeerSchema = z.object({
  peerId: z.string(),
  name: z.string(),
  /** A `bot` checks the liveness of the people: show a notice as long as one is there. */
  kind: z.enum(['person', 'bot']),
  ...media,
  /** Picture of the organization that sent the bot. */
  logoUrl: z.string().nullable(),
});

/** Someone in a room. */
export type RoomPeer = z.infer<typeof roomPeerSchema>;

/** What a browser sends. The first message is `join`. */
export const roomClientMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('join'),
    name: z.string().trim().min(1).max(ROOM_NAME_LENGTH_MAX),
    ...media,
  }),
  /** The camera or microphone was switched; say it before the first and after the last frame. */
  z.object({ type: z.literal('media'), ...media }),
  z.object({ type: z.literal('signal'), to: z.string().max(64), ...signalContent }),
  /** Closing the socket does the same. */
  z.object({ type: z.literal('leave') }),
]);

/** What a browser sends. */
export type RoomClientMessage = z.infer<typeof roomClientMessageSchema>;

/** A STUN or TURN server. */
export const roomIceServerSchema = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

/** A STUN or TURN server. */
export type RoomIceServer = z.infer<typeof roomIceServerSchema>;

/** What the server sends. */
export const roomServerMessageSchema = z.discriminatedUnion('type', [
  /** Answer to `join`: who one is, and everyone who was there before; offer a connection to each of them. */
  z.object({
    type: z.literal('welcome'),
    peerId: z.string(),
    peers: z.array(roomPeerSchema),
    iceServers: z.array(roomIceServerSchema),
  }),
  /** Someone came after; wait for their offer. */
  z.object({ type: z.literal('peer-joined'), peer: roomPeerSchema }),
  z.object({ type: z.literal('peer-left'), peerId: z.string() }),
  z.object({ type: z.literal('peer-media'), peerId: z.string(), ...media }),
  z.object({ type: z.literal('signal'), from: z.string(), ...signalContent }),
]);

/** What the server sends. */
export type RoomServerMessage = z.infer<typeof roomServerMessageSchema>;

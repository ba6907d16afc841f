import { roomIdSchema } from '@vivant/contract/room-signal';
import type { Clock } from '@vivant/service-kit/clock';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { ListenerGate } from '../listener-gate.ts';
import {
  type JoinRequest,
  type MeetingBot,
  type MeetingListener,
  type MeetingProvider,
  MeetingProviderError,
} from '../meeting-provider.ts';
import { RoomStay } from './room-stay.ts';
import { RoomFullError, type Rooms } from './rooms.ts';
import type { PeerConnectionOptions } from './webrtc.ts';

/** What the built-in rooms need. */
export interface RoomProviderOptions {
  readonly rooms: Rooms;
  /** The address under which browsers reach the rooms; known once the server listens. */
  readonly publicUrl: () => URL;
  /** UDP ports of the bots' connections; any when absent. */
  readonly portRange?: PeerConnectionOptions['portRange'];
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly logger: Logger;
}

/** Meetings in the rooms of this process, at `{publicUrl}/room/<id>`. */
export function createRoomProvider(options: RoomProviderOptions): MeetingProvider {
  const stays = new Map<string, RoomStay>();
  return {
    name: 'room',
    needsCallback: false,
    platformOf: (url) => (roomIdOf(url, options.publicUrl()) === undefined ? undefined : 'room'),
    join: async (request, listener) => {
      const roomId = roomIdOf(request.meetingUrl, options.publicUrl());
      if (roomId === undefined)
        throw new MeetingProviderError('This is not the address of a room.', { retryable: false });
      const stay = startStay(roomId, request, listener, options);
      stays.set(stay.botId, stay);
      void stay.ended.then(() => stays.delete(stay.botId));
      return botOf(stay);
    },
    dismiss: async (botId) => stays.get(botId)?.leave(),
    // Bots are in the room of the process that sent them, and gone with it.
    dismissSession: async () => undefined,
    close: async () => {
      for (const stay of stays.values()) stay.leave();
    },
  };
}

function startStay(
  roomId: string,
  request: JoinRequest,
  listener: MeetingListener,
  options: RoomProviderOptions,
): RoomStay {
  try {
    return new RoomStay({ ...options, roomId, request, gate: new ListenerGate(listener) });
  } catch (error) {
    if (error instanceof RoomFullError) throw new MeetingProviderError(error.message, { retryable: true });
    throw error;
  }
}

function botOf(stay: RoomStay): MeetingBot {
  return {
    botId: stay.botId,
    watch: (participantId, fps) => stay.watch(participantId, fps),
    leave: async () => stay.leave(),
  };
}

function roomIdOf(url: URL, publicUrl: URL): string | undefined {
  const base = publicUrl.pathname.replace(/\/$/, '');
  if (!isSameSite(url, publicUrl) || !url.pathname.startsWith(`${base}/room/`)) return undefined;
  const id = url.pathname.slice(`${base}/room/`.length).replace(/\/$/, '');
  return roomIdSchema.safeParse(id).data;
}

/** This machine has several names; whoever tries things out on it uses one or the other. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

function isSameSite(a: URL, b: URL): boolean {
  if (a.origin === b.origin) return true;
  const areLocal = LOOPBACK.includes(a.hostname) && LOOPBACK.includes(b.hostname);
  return areLocal && a.protocol === b.protocol && a.port === b.port;
}

import { ROOM_CLOSE_CODES } from '@vivant/contract/room-address';
import {
  ROOM_MESSAGE_BYTES_MAX,
  type RoomClientMessage,
  roomClientMessageSchema,
} from '@vivant/contract/room-signal';
import type { Clock } from '@vivant/service-kit/clock';
import type { RawData, WebSocket } from 'ws';
import { startHeartbeat } from '../heartbeat.ts';
import { MessageAllowance } from './message-allowance.ts';
import { RoomFullError, type RoomSeat, type Rooms } from './rooms.ts';

const JOIN_WITHIN_MS = 10_000;

/** A phone that lost its network is out after two of these at most. */
const HEARTBEAT_MS = 10_000;

/** Signals are small: a socket this far behind is dead or hostile. */
const BACKLOG_BYTES_MAX = 1024 * 1024;

/** Serves one browser in a room until its socket closes. */
export function serveRoomSocket(socket: WebSocket, roomId: string, rooms: Rooms, clock: Clock): void {
  let seat: RoomSeat | undefined;
  const allowance = new MessageAllowance(clock);
  const refuse = (code: keyof typeof ROOM_CLOSE_CODES, reason: string) =>
    socket.close(ROOM_CLOSE_CODES[code], reason);
  const patience = setTimeout(() => refuse('noJoin', 'Nobody joined.'), JOIN_WITHIN_MS);
  startHeartbeat(socket, HEARTBEAT_MS);

  const join = (message: Extract<RoomClientMessage, { type: 'join' }>) => {
    clearTimeout(patience);
    const { name, cameraOn, microphoneOn } = message;
    try {
      seat = rooms.enter(
        roomId,
        { name, kind: 'person', cameraOn, microphoneOn, logoUrl: null },
        {
          send: (each) => {
            if (socket.bufferedAmount > BACKLOG_BYTES_MAX) socket.terminate();
            else socket.send(JSON.stringify(each));
          },
          dismissed: () => refuse('goingAway', 'The room closes.'),
        },
      );
    } catch (error) {
      if (!(error instanceof RoomFullError)) throw error;
      refuse('full', error.message);
    }
  };

  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (!allowance.take()) return refuse('tooManyMessages', 'Too many messages.');
    const message = isBinary ? undefined : parse(data);
    if (!message || (message.type === 'join') === (seat !== undefined))
      return refuse('badMessage', 'Not a message that fits here.');
    if (message.type === 'join') join(message);
    else if (seat) obey(message, seat, socket);
  });
  socket.on('close', () => {
    clearTimeout(patience);
    seat?.leave();
  });
  // 'close' follows and does what there is to do.
  socket.on('error', () => undefined);
}

function parse(data: RawData): RoomClientMessage | undefined {
  const text = Buffer.isBuffer(data) ? data : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
  if (text.byteLength > ROOM_MESSAGE_BYTES_MAX) return undefined;
  try {
    return roomClientMessageSchema.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

function obey(
  message: Exclude<RoomClientMessage, { type: 'join' }>,
  seat: RoomSeat,
  socket: WebSocket,
): void {
  switch (message.type) {
    case 'media':
      return seat.setMedia(message);
    case 'signal': {
      const { type: _type, to, ...content } = message;
      return seat.signal(to, content);
    }
    case 'leave':
      seat.leave();
      return socket.close(1000);
  }
}

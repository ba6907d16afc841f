import { roomSocketPath } from '@vivant/contract/room-address';
import { systemClock } from '@vivant/service-kit/clock';
import { createHttpServer } from '@vivant/service-kit/http-server';
import { randomId } from '@vivant/service-kit/ids';
import type { Logger } from '@vivant/service-kit/logger';
import { addWebSockets } from '../../web-sockets.ts';
import { addRoomRoutes } from '../room/room-routes.ts';
import { ROOM_LIMITS, type RoomLimits, Rooms } from '../room/rooms.ts';
import { enterRoom, type GuestOptions, type RoomGuest } from './room-guest.ts';
import { ROOM_PAGE } from './room-page.ts';

/** A server with nothing but rooms, and a page for browsers. */
export interface RoomServer {
  readonly url: URL;
  readonly rooms: Rooms;
  roomUrl(roomId: string): URL;
  socketUrl(roomId: string): string;
  enter(roomId: string, guest: Omit<GuestOptions, 'socketUrl'>): Promise<RoomGuest>;
  close(): Promise<void>;
}

/** Starts a server of rooms on a free port. */
export async function startRoomServer(logger: Logger, limits: Partial<RoomLimits> = {}): Promise<RoomServer> {
  const rooms = new Rooms({ limits: { ...ROOM_LIMITS, ...limits }, iceServers: [], newId: randomId });
  const server = createHttpServer({ logger });
  await addWebSockets(server);
  addRoomRoutes(server, rooms, systemClock);
  server.get('/room/:roomId', async (_request, reply) => reply.type('text/html').send(ROOM_PAGE));
  const url = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const socketUrl = (roomId: string) => `ws://${url.host}${roomSocketPath(roomId)}`;
  return {
    url,
    rooms,
    roomUrl: (roomId) => new URL(`/room/${roomId}`, url),
    socketUrl,
    enter: (roomId, guest) => enterRoom({ ...guest, socketUrl: socketUrl(roomId) }),
    close: async () => {
      const closed = server.close();
      // A browser keeps a connection open that it may never use.
      server.server.closeAllConnections();
      await closed;
    },
  };
}

import { roomSocketPath } from '@vivant/contract/room-address';
import { roomIdSchema } from '@vivant/contract/room-signal';
import type { Clock } from '@vivant/service-kit/clock';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import { serveRoomSocket } from './room-socket.ts';
import type { Rooms } from './rooms.ts';

/** Adds the WebSocket of the built-in rooms; `addWebSockets` comes before. */
export function addRoomRoutes(server: HttpServer, rooms: Rooms, clock: Clock): void {
  server.get(
    roomSocketPath(':roomId'),
    { websocket: true, schema: { params: z.object({ roomId: roomIdSchema }) } },
    (socket, request) => serveRoomSocket(socket, request.params.roomId, rooms, clock),
  );
  server.addHook('preClose', async () => rooms.close());
}

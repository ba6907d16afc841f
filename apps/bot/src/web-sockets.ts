import websocket from '@fastify/websocket';
import type { HttpServer } from '@vivant/service-kit/http-server';

/** A meeting provider sends a picture a message; an uncompressed PNG of 640x360 in base64 is the largest. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

/** Lets a server take WebSockets; call it once, before the routes that do. */
export async function addWebSockets(server: HttpServer): Promise<void> {
  await server.register(websocket, { options: { maxPayload: MESSAGE_BYTES_MAX } });
}

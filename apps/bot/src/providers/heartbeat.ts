import type { WebSocket } from 'ws';

/** Watches over a socket until it closes. */
export interface Heartbeat {
  /** The other side was heard of otherwise than by its answer to a ping. */
  heard(): void;
}

/** Pings a socket regularly and ends it when an interval passes without an answer. */
export function startHeartbeat(socket: WebSocket, intervalMs: number): Heartbeat {
  let alive = true;
  const heard = () => {
    alive = true;
  };
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, intervalMs);
  socket.on('pong', heard);
  socket.on('close', () => clearInterval(timer));
  return { heard };
}

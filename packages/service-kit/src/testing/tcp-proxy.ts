import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP connection in the middle that a test can break. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections and refuses new ones until `restore`. */
  cut(): void;
  /** Delivers nothing more in either direction, without ending anything, until `restore`. */
  silence(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free local port. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'open' | 'cut' | 'silent' = 'open';

  const server = createServer((near) => {
    if (mode === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(target);
    join(near, far);
    join(far, near);
  });

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (mode === 'open') to.write(chunk);
    });
    // The other side learns of an error by the close that follows it.
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  function destroyAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      mode = 'cut';
      destroyAll();
    },
    silence() {
      mode = 'silent';
    },
    restore() {
      mode = 'open';
    },
    async close() {
      server.close();
      destroyAll();
      await once(server, 'close');
    },
  };
}

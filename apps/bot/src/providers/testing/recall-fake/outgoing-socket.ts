import { WebSocket } from 'ws';
import { signedHeaders } from './signed-headers.ts';

const ATTEMPTS = 30;

/** What an {@link OutgoingSocket} is made of. */
export interface OutgoingSocketOptions {
  readonly url: string;
  readonly secret: string | undefined;
  /** Three seconds at the real provider. */
  readonly retryMs: number;
}

/** The provider's way to us: opens a socket, and again when it closes; what is sent meanwhile is lost. */
export class OutgoingSocket {
  readonly #options: OutgoingSocketOptions;
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #attempts = 0;
  #closed = false;

  constructor(options: OutgoingSocketOptions) {
    this.#options = options;
    this.#open();
  }

  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Cuts the line, as a network does. */
  cut(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #open(): void {
    this.#attempts += 1;
    const { url, secret, retryMs } = this.#options;
    const socket = new WebSocket(url, { headers: signedHeaders(secret, '') });
    this.#socket = socket;
    socket.on('open', () => {
      this.#attempts = 0;
      if (this.#closed) socket.close();
    });
    // 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.#closed && this.#attempts < ATTEMPTS) this.#timer = setTimeout(() => this.#open(), retryMs);
    });
  }
}

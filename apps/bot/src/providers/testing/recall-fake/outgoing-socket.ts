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

/**
 * The provider's way to us: opens a socket, and again when it closes. What is sent before the first one is open waits;
 * what is sent while one is missing later is lost.
 */
export class OutgoingSocket {
  readonly #options: OutgoingSocketOptions;
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #early: string[] | undefined = [];
  #attempts = 0;
  #closed = false;

  constructor(options: OutgoingSocketOptions) {
    this.#options = options;
    this.#open();
  }

  send(message: object): void {
    const text = JSON.stringify(message);
    if (this.#early) this.#early.push(text);
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
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
      for (const text of this.#early ?? []) socket.send(text);
      this.#early = undefined;
      if (this.#closed) socket.close();
    });
    // 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.#closed && this.#attempts < ATTEMPTS) this.#timer = setTimeout(() => this.#open(), retryMs);
    });
  }
}

import { Readable } from 'node:stream';
import type { StoredBotEvent } from '@vivant/contract/bot-event';

/** A server-sent event stream to one client. */
export interface EventStream {
  /** What is sent as the body of the answer. */
  readonly body: Readable;
  send(event: StoredBotEvent): void;
  comment(text: string): void;
  /** Whether nothing more is sent. */
  readonly hasEnded: boolean;
  /** Ends the stream after what was sent. Idempotent. */
  end(): void;
  /** Resolves when it was ended; the client may have more to read. */
  readonly ended: Promise<void>;
  /** Resolves when nothing can be sent any more. */
  readonly closed: Promise<void>;
}

/** Time after which a client that lost its connection comes back, in milliseconds. */
const RETRY_MS = 3_000;

/** What a client may be behind: some 2,000 events. It comes back and gets what it missed. */
const BACKLOG_BYTES_MAX = 512 * 1024;

/** Opens a stream. A client that reads slower than events happen is cut off. */
export function createEventStream(): EventStream {
  const body = new Readable({ read: () => undefined });
  const closed = new Promise<void>((resolve) => {
    body.once('close', resolve);
  });
  let tellEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    tellEnded = resolve;
  });
  // The client's connection fails, not the service.
  body.on('error', () => undefined);

  function push(text: string): void {
    if (body.destroyed || body.readableEnded) return;
    if (body.readableLength > BACKLOG_BYTES_MAX) body.destroy(new Error('The client reads too slowly.'));
    else body.push(text);
  }

  let hasEnded = false;
  push(`retry: ${RETRY_MS}\n\n`);
  return {
    body,
    ended,
    closed,
    get hasEnded() {
      return hasEnded;
    },
    send: ({ id, ...event }) => {
      if (!hasEnded) push(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    comment: (text) => {
      if (!hasEnded) push(`: ${text}\n\n`);
    },
    end() {
      if (!hasEnded && !body.destroyed) body.push(null);
      hasEnded = true;
      tellEnded();
    },
  };
}

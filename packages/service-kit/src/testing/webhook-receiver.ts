import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a receiver was sent. */
export interface Received {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** A receiver of webhooks on a free local port. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Decides the answers from now on; 204 by default. */
  answer(respond: (response: ServerResponse, request: Received) => void): void;
  /** Resolves when that many requests have arrived altogether. */
  arrived(count: number): Promise<void>;
  /** Rejects when something arrived that is not what `openapi.json` says. */
  close(): Promise<void>;
}

/**
 * Starts a receiver.
 *
 * @param requireDocumented looks at every body when the receiver closes; throws when one is not as described
 */
export async function startWebhookReceiver(
  requireDocumented?: (body: string) => void,
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let respond: (response: ServerResponse, request: Received) => void = (response) =>
    response.writeHead(204).end();

  const server = createServer((request, response) => {
    const { headers } = request;
    void text(request).then((body) => {
      const arrival: Received = {
        id: String(headers['webhook-id']),
        timestamp: String(headers['webhook-timestamp']),
        signature: String(headers['webhook-signature']),
        contentType: headers['content-type'],
        body,
      };
      received.push(arrival);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
      respond(response, arrival);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(answering) {
      respond = answering;
    },
    arrived: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        waiting.push({ count, resolve });
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      for (const { body } of received) requireDocumented?.(body);
    },
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Answers one request. */
export type Respond = (response: ServerResponse, request: Arrived) => void;

/** An HTTP server that answers as a test says. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: Arrived[];
  /** Answers of the next requests, in order; the last one is kept for all later ones. */
  script(...answers: readonly Respond[]): void;
  close(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: Arrived[] = [];
  let answers: Respond[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    buffer(request).then(
      (body) => {
        const arrived = { method, url, headers, body };
        requests.push(arrived);
        const respond = answers.length > 1 ? answers.shift() : answers[0];
        if (!respond) throw new Error('The test did not say how to answer.');
        respond(response, arrived);
      },
      // The client hung up in the middle of its body: nobody waits for an answer.
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script(...scripted) {
      answers = [...scripted];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer of the liveness service with the given data. */
export function succeed(data: unknown, headers: Record<string, string> = {}): Respond {
  return answer(200, { data, success: true, message: 'Done.' }, headers);
}

/** A refusal of the liveness service. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Respond {
  const errors = [{ [code]: ['That is why.'] }];
  return answer(status, { data: null, success: false, message: 'That is why.', errors }, headers);
}

/** Any JSON. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Breaks the connection without an answer. */
export const hangUp: Respond = (response) => response.destroy();

/** Never answers. */
export const stayAway: Respond = () => undefined;

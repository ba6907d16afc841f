import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { errorEnvelope } from '@vivant/contract/envelope';
import { afterEach, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { captureLog } from './testing/captured-log.ts';

let server: HttpServer;

afterEach(() => server.close());

/** Sends bytes to a new server and gives what came back until it closed the connection. */
async function send(bytes: string): Promise<string> {
  server = createHttpServer({ logger: captureLog().logger });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

it.each([
  ['no HTTP at all', 'hello\r\n\r\n', 'This is not a valid HTTP request.'],
  ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 'This is not a valid HTTP request.'],
  ['endless headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'The headers are too large.'],
])('answers %s in the envelope and closes', async (_name, bytes, message) => {
  const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');

  expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(head).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
  expect(errorEnvelope.parse(JSON.parse(body)).message).toBe(message);
});

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { readBody } from './json-body.ts';
import { type CapturedLog, captureLog } from './testing/captured-log.ts';

describe('reading a body', () => {
  it('gives all chunks of a body at its limit', async () => {
    const stream = new PassThrough();
    stream.write('ab');
    stream.end('cd');

    expect(Buffer.concat(await readBody(stream, 4)).toString()).toBe('abcd');
  });

  it('stops as soon as the limit is passed', async () => {
    const stream = new PassThrough();
    const body = readBody(stream, 3);
    stream.write('abcd');

    await expect(body).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(stream.listenerCount('data')).toBe(0);
  });

  it.each([
    ['breaks', (stream: PassThrough) => stream.destroy(new Error('reset'))],
    ['closes early', (stream: PassThrough) => stream.destroy()],
  ])('ends when the stream %s', async (_name, end) => {
    const stream = new PassThrough();
    const body = readBody(stream, 100);
    stream.write('half');
    end(stream);

    await expect(body).rejects.toMatchObject({ code: 'validation_error' });
  });
});

describe('a JSON body over a real connection', () => {
  let server: HttpServer;
  let log: CapturedLog;
  let bodiesHandled = 0;

  afterEach(() => server.close());

  async function listen(): Promise<AddressInfo> {
    log = captureLog();
    bodiesHandled = 0;
    server = createHttpServer({ logger: log.logger, bodyBytesMax: 20_000_000 });
    server.post('/echo', async (request) => {
      bodiesHandled += 1;
      return request.body;
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    return server.server.address() as AddressInfo;
  }

  async function post(port: number, body: string): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', headers, body });
  }

  function openPost(port: number, contentLength: number): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${contentLength}\r\n\r\n`,
    );
    return socket;
  }

  it('arrives unchanged when it is parsed in the background', async () => {
    const { port } = await listen();
    const sent = {
      frames: Array.from({ length: 12 }, (_, index) => ({ index, pixels: 'Zm9v'.repeat(150_000) })),
    };
    const answer = await post(port, JSON.stringify(sent));

    expect(await answer.json()).toEqual(sent);
  });

  it('that is malformed is refused when it is parsed in the background', async () => {
    const { port } = await listen();
    const answer = await post(port, `{"pixels":"${'x'.repeat(6_000_000)}"`);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty('errors.0.validation_error');
  });

  it('cannot change a prototype when it is parsed in the background', async () => {
    const { port } = await listen();
    const answer = await post(port, `{"__proto__":{"admin":true},"pixels":"${'x'.repeat(6_000_000)}"}`);

    expect(Object.keys((await answer.json()) as object)).toEqual(['pixels']);
  });

  it('leaves nothing behind when its sender hangs up in the middle', async () => {
    const { port } = await listen();
    const socket = openPost(port, 10_000_000);
    socket.write(`{"pixels":"${'x'.repeat(2_000_000)}`);
    const [request] = await once(server.server, 'request');
    const closed = new Promise((resolve) => request.once('close', resolve));
    socket.destroy();
    await closed;
    await server.close();

    expect(bodiesHandled).toBe(0);
    expect(log.lines().map(({ level }) => level)).not.toContain('error');
    expect(log.text()).toContain('client hung up');
  });

  it('is refused by its length while its sender still waits to send it', async () => {
    const { port } = await listen();
    const socket = openPost(port, 20_000_001);
    const [answer] = await once(socket, 'data');
    socket.destroy();

    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('that was refused by its length leaves the connection to the next request', async () => {
    const { port } = await listen();
    const socket = openPost(port, 20_000_001).setEncoding('latin1');
    const [refusal] = await once(socket, 'data');
    socket.write('x'.repeat(20_000_001));
    socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
    const [next] = await once(socket, 'data');
    socket.destroy();

    expect(refusal).toMatch(/^HTTP\/1.1 413 /);
    expect(next).toMatch(/^HTTP\/1.1 404 /);
  });

  it('leaves no thread behind when the server closes', async () => {
    const { port } = await listen();
    const started = once(process, 'worker');
    await post(port, `"${'x'.repeat(6_000_000)}"`);
    const [thread] = await started;
    const ended = once(thread, 'exit');
    await server.close();

    expect(await ended).toHaveLength(1);
  });
});

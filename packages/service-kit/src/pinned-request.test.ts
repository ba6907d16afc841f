import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { sendPinned } from './pinned-request.ts';
import { type AddressPolicy, ForbiddenAddressError } from './public-address.ts';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Resolves every name to this machine, and counts. */
function localPolicy(): AddressPolicy & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    allowPrivate: true,
    resolve: async (host) => {
      asked.push(host);
      return [{ address: '127.0.0.1' }];
    },
  };
}

const soon = () => AbortSignal.timeout(5_000);

describe('a pinned request', () => {
  it('connects to the address that was checked, asking for the name once', async () => {
    const port = await listen((request, response) => {
      const { method, headers } = request;
      void text(request).then((body) => response.end(`${method} ${headers.host} ${body}`));
    });
    const policy = localPolicy();
    const url = `http://receiver.invalid:${port}/hook`;
    const answer = await sendPinned({ url, method: 'POST', body: 'ü', policy, signal: soon() });
    expect(answer.status).toBe(200);
    expect(await text(answer.body)).toBe(`POST receiver.invalid:${port} ü`);
    expect(policy.asked).toEqual(['receiver.invalid']);
  });

  it('does not connect to a private address', async () => {
    let isReached = false;
    const port = await listen((_request, response) => {
      isReached = true;
      response.end();
    });
    const policy = { ...localPolicy(), allowPrivate: false };
    for (const host of ['receiver.invalid', '127.0.0.1', '[::ffff:127.0.0.1]']) {
      const sent = sendPinned({ url: `http://${host}:${port}/`, method: 'GET', policy, signal: soon() });
      await expect(sent).rejects.toThrow(ForbiddenAddressError);
    }
    expect(isReached).toBe(false);
  });

  it('gives a redirect back instead of following it', async () => {
    let requests = 0;
    const port = await listen((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const url = `http://receiver.invalid:${port}/`;
    const answer = await sendPinned({ url, method: 'GET', policy: localPolicy(), signal: soon() });
    expect(answer).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
    answer.body.destroy();
    expect(requests).toBe(1);
  });

  it('ends with its signal while the name is resolved', async () => {
    const policy = { allowPrivate: true, resolve: () => new Promise<never>(() => undefined) };
    const stop = new AbortController();
    const sent = sendPinned({ url: 'http://a.invalid/', method: 'GET', policy, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
  });

  it('ends with its signal while the receiver says nothing', async () => {
    const stop = new AbortController();
    const port = await listen(() => stop.abort(new Error('enough')));
    const url = `http://receiver.invalid:${port}/`;
    const sent = sendPinned({ url, method: 'GET', policy: localPolicy(), signal: stop.signal });
    await expect(sent).rejects.toThrow('enough');
  });

  it('ends with its signal in the middle of a body', async () => {
    const port = await listen((_request, response) => void response.write('endless'));
    const stop = new AbortController();
    const url = `http://receiver.invalid:${port}/`;
    const { body } = await sendPinned({ url, method: 'GET', policy: localPolicy(), signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(text(body)).rejects.toThrow('aborted');
  });

  it('rejects when nobody listens', async () => {
    const port = await listen(() => undefined);
    server?.close();
    await once(server!, 'close');
    const url = `http://receiver.invalid:${port}/`;
    const sent = sendPinned({ url, method: 'GET', policy: localPolicy(), signal: soon() });
    await expect(sent).rejects.toThrow('ECONNREFUSED');
  });
});

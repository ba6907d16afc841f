import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { cappedContent } from '../objects/capped-content.ts';
import { ObjectTooLargeError } from '../objects/object-store.ts';
import { fetchVideo, VideoFetchError } from './fetch-video.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts a server on a free local port; returns the port. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Differences {
  readonly allowPrivate?: boolean;
  readonly resolve?: (host: string) => Promise<{ address: string }[]>;
  readonly totalMsMax?: number;
  readonly silenceMsMax?: number;
  readonly signal?: AbortSignal;
}

function fetching(url: string, { allowPrivate = true, resolve, ...rest }: Differences = {}) {
  return fetchVideo(url, {
    policy: { allowPrivate, ...(resolve && { resolve }) },
    totalMsMax: 20_000,
    silenceMsMax: 20_000,
    signal: new AbortController().signal,
    ...rest,
  });
}

async function read(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return String(Buffer.concat(parts));
}

async function failure(url: string, differences: Differences = {}): Promise<VideoFetchError> {
  const error: unknown = await read(fetching(url, differences)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(VideoFetchError);
  return error as VideoFetchError;
}

/** Takes the first address for public, and asks of every further one what it is. */
function allowedOnce(url: string) {
  let hops = 0;
  const policy = {
    get allowPrivate() {
      return hops++ === 0;
    },
  };
  const { signal } = new AbortController();
  return fetchVideo(url, { policy, totalMsMax: 20_000, silenceMsMax: 20_000, signal });
}

const NOT_PUBLIC = { message: 'The address does not lead to the public Internet.', retryable: false };

describe('fetching a video from an address of a caller', () => {
  it('gives what the server sends, over redirects', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/video') response.end('content');
      else response.writeHead(302, { location: '/video' }).end();
    });
    expect(await read(fetching(`http://127.0.0.1:${port}/`))).toBe('content');
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fd00:ec2::254]/',
    'http://2130706433/',
    'http://0x7f.1/',
  ])('does not connect to %s', async (url) => {
    expect(await failure(url, { allowPrivate: false })).toMatchObject(NOT_PUBLIC);
  });

  it('does not follow a redirect to a private address', async () => {
    let asked = 0;
    const inside = await serve((_request, response) => {
      asked++;
      response.end('secret');
    });
    const outside = await serve((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside}/` }).end();
    });
    await expect(read(allowedOnce(`http://127.0.0.1:${outside}/`))).rejects.toMatchObject(NOT_PUBLIC);
    expect(asked).toBe(0);
  });

  it.each([
    'http://169.254.169.254/',
    'http://[::ffff:127.0.0.1]/',
    'file:///etc/passwd',
    'http://user:pw@example.org/',
  ])('checks the target of a redirect like the first address: %s', async (location) => {
    const port = await serve((_request, response) => {
      response.writeHead(307, { location }).end();
    });
    const content = allowedOnce(`http://127.0.0.1:${port}/`);
    await expect(read(content)).rejects.toMatchObject({ name: 'VideoFetchError', retryable: false });
  });

  it('connects to the address that was checked, whatever the name means a moment later', async () => {
    const port = await serve((_request, response) => {
      response.end('content');
    });
    const answers = [[{ address: '127.0.0.1' }], [{ address: '10.255.255.1' }]];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    expect(await read(fetching(`http://rebinding.test:${port}/`, { resolve }))).toBe('content');
    expect(asked).toBe(1);
  });

  it('refuses a name of which any address is private', async () => {
    const resolve = async () => [{ address: '93.184.216.34' }, { address: '127.0.0.1' }];
    expect(await failure('http://mixed.test/', { allowPrivate: false, resolve })).toMatchObject(NOT_PUBLIC);
  });

  it('refuses credentials in the address', async () => {
    expect((await failure('http://user:pw@127.0.0.1/')).message).toMatch('credentials');
  });

  it('ends an endless body at the limit of its consumer, and hangs up', async () => {
    let closed: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await serve((_request, response) => {
      response.on('close', closed);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    const content = cappedContent(fetching(`http://127.0.0.1:${port}/`), 1_000_000);
    await expect(read(content)).rejects.toThrow(ObjectTooLargeError);
    await isClosed;
  });

  it('gives up on a slow drip when its time is over', async () => {
    const port = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const error = await failure(`http://127.0.0.1:${port}/`, { totalMsMax: 200 });
    expect(error).toMatchObject({ message: 'The download took too long.', retryable: true });
  });

  it.each([
    ['before an answer', () => undefined],
    ['in the middle of one', (response: { write: (text: string) => void }) => response.write('begun')],
  ])('gives up on a server that falls silent %s', async (_, begin) => {
    const port = await serve((_request, response) => {
      begin(response);
    });
    const error = await failure(`http://127.0.0.1:${port}/`, { silenceMsMax: 100 });
    expect(error).toMatchObject({ message: 'The server stopped answering.', retryable: true });
  });

  it('takes no part of a video for the whole', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('begun', () => response.destroy());
    });
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ retryable: true });
  });

  it('follows five redirects and no more', async () => {
    const port = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('content');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await read(fetching(`http://127.0.0.1:${port}/5`))).toBe('content');
    expect((await failure(`http://127.0.0.1:${port}/6`)).message).toMatch('redirects too often');
  });

  it.each([
    [404, false],
    [403, false],
    [206, false],
    [429, true],
    [503, true],
  ])(
    'says that the server answered %i, and tries again only where that may help',
    async (status, retryable) => {
      const port = await serve((_request, response) => {
        response.writeHead(status).end('<html>internal details</html>');
      });
      const error = await failure(`http://127.0.0.1:${port}/`);
      expect(error).toMatchObject({ message: `The server answered with status ${status}.`, retryable });
    },
  );

  it('tries again later when nobody answers or the name is unknown', async () => {
    const port = await serve(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ retryable: true });
    const resolve = async () => [];
    expect(await failure('http://unknown.test/', { resolve })).toMatchObject({ retryable: true });
  });

  it('ends with the reason of the signal', async () => {
    const port = await serve((_request, response) => {
      response.write('begun');
    });
    const abort = new AbortController();
    const content = fetching(`http://127.0.0.1:${port}/`, { signal: abort.signal });
    expect((await content.next()).done).toBe(false);
    abort.abort(new Error('stopping'));
    await expect(content.next()).rejects.toThrow('stopping');
  });
});

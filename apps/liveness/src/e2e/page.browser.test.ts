import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createLivenessClient } from '@vivant/sdk/liveness-client';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestOrganization, type TestService } from '../testing/test-service.ts';

/** The client as it is published: what `npm run build` makes of it, unbundled. */
const CLIENT = fileURLToPath(new URL('../../../../packages/sdk/dist/', import.meta.url));

let service: TestService;
let baseUrl: string;
let browser: Browser;
let site: Server;
let origin: string;
let organization: TestOrganization;
let page: Page;

beforeAll(async () => {
  service = await openTestService();
  baseUrl = await service.server.listen({ host: '127.0.0.1', port: 0 });
  site = createServer(serveSite).listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await service.close();
});
beforeEach(async () => {
  organization = await service.addOrganization();
  page = await browser.newPage();
  await page.goto(origin);
});

/** The customer's page: what it does with the client, as functions that a test calls. */
const PAGE = `<!doctype html><title>A customer</title><script type="module">
  import { encodeImage, encodeInTurns } from '/client/base64.js';
  import { createBotClient } from '/client/bot/bot-client.js';
  import { createLivenessClient } from '/client/liveness/liveness-client.js';
  import { systemRuntime } from '/client/runtime.js';
  import { verifyWebhook } from '/client/webhook.js';

  async function* capture() {
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext('2d');
    for (let index = 0; index < 10; index += 1) {
      context.fillRect(index, index, 10, 10);
      yield { index, timestamp_ms: index * 33, pixels: await canvas.convertToBlob() };
    }
  }

  window.checkSession = async ({ session_id, ...options }) => {
    const client = createLivenessClient({ ...options, maxRetries: 0 });
    try {
      const { data, meta } = await client.checks.streamFrames({ session_id, frames: capture() });
      return { verdict: data.verdict, requestId: meta.requestId, model: meta.model.resolved };
    } catch (error) {
      return { error: error.name };
    }
  };

  window.encode = async () => {
    const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * 31) % 251);
    const text = await encodeInTurns(bytes);
    return { isEqual: (await encodeImage(new Blob([bytes]))) === text, start: text.slice(0, 8), id: systemRuntime.newId() };
  };

  window.makeWithKey = (options) => {
    try {
      return typeof createLivenessClient({ baseUrl: location.origin, apiKey: 'sk-x', ...options });
    } catch (error) {
      return error.name;
    }
  };

  window.verify = (request, options) =>
    verifyWebhook(request, options).then(({ payload }) => payload, ({ fault }) => fault);

  window.listen = async (token) => {
    const kinds = [];
    const bot = createBotClient({ baseUrl: location.origin });
    for await (const { id, type } of bot.interviews.events(token)) kinds.push([id, type]);
    return kinds;
  };
</script>`;

const EVENTS = [
  'id: 1\nevent: clear-participants\ndata: {"type":"clear-participants"}\n\n',
  'id: 2\nevent: session-status\ndata: {"type":"session-status","status":"done"}\n\n',
].join('');

/** A customer's site: a page, the modules of the client, and a bot's events. */
function serveSite({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  else if (url === '/api/interview/t/events')
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(EVENTS);
  else
    readFile(CLIENT + url.replace('/client/', '')).then(
      (module) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(module),
      () => response.writeHead(404).end(),
    );
}

/** Calls a function of the page. */
function call(name: string, ...values: unknown[]): Promise<unknown> {
  return page.evaluate(`${name}(...${JSON.stringify(values)})`);
}

/** Opens a session on the customer's server, for its page. */
async function openSession() {
  const server = createLivenessClient({ baseUrl, apiKey: organization.apiKey });
  await server.hosts.add({ origin });
  return (await server.sessions.create({ model: 'mixed-10-v2' })).data;
}

describe('the client in a page', () => {
  it('streams what a canvas shows, with a token instead of a key', async () => {
    const { token, session_id } = await openSession();
    expect(await call('checkSession', { baseUrl, token, session_id })).toEqual({
      verdict: 'live',
      requestId: expect.any(String),
      model: 'mixed-10-v2',
    });
    expect((await service.readCredits(organization)).balance).toBe(99);
  });

  it('is stopped by the browser on an origin that nobody allowed, and costs nothing', async () => {
    const { token, session_id } = await openSession();
    await page.goto(origin.replace('127.0.0.1', 'localhost'));
    expect(await call('checkSession', { baseUrl, token, session_id })).toEqual({ error: 'ConnectionError' });
    expect((await service.readCredits(organization)).balance).toBe(100);
  });

  it('encodes pictures as the server decodes them, and makes ids without a secure context', async () => {
    const expected = Buffer.from([0, 31, 62, 93, 124, 155]).toString('base64');
    expect(await call('encode')).toEqual({
      isEqual: true,
      start: expected,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('takes no key unless told that it is meant', async () => {
    expect(await call('makeWithKey', {})).toBe('TypeError');
    expect(await call('makeWithKey', { dangerouslyAllowBrowser: true })).toBe('object');
  });

  it('verifies webhooks with what browsers have', async () => {
    const [id, body] = ['a', '{"event":"webhook.test"}'];
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', 'secret').update(`${id}.${time}.${body}`).digest('base64');
    const verify = (text: string) => {
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(time),
        'webhook-signature': `v1,${signature}`,
      };
      return call('verify', { headers, body: text }, { secret: 'whsec_c2VjcmV0' });
    };
    expect(await verify(body)).toEqual({ event: 'webhook.test' });
    expect(await verify('{}')).toBe('wrong-signature');
  });

  it('listens to the events of a bot', async () => {
    expect(await call('listen', 't')).toEqual([
      [1, 'clear-participants'],
      [2, 'session-status'],
    ]);
  });
});

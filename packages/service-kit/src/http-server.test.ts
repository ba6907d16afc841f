import { errorEnvelope } from '@vivant/contract/envelope';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { DatabaseUnavailableError } from './database-errors.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';
import { type CapturedLog, captureLog } from './testing/captured-log.ts';

let server: HttpServer;
let log: CapturedLog;

afterEach(() => server.close());

const body = z.object({ session_id: z.guid(), frames: z.array(z.object({ index: z.int() })) });
const sessionId = '6f1c2d4e-8a9b-4c3d-9e0f-1a2b3c4d5e6f';

function build(options: Partial<HttpServerOptions> = {}): HttpServer {
  log = captureLog();
  server = createHttpServer({ logger: log.logger, bodyBytesMax: 1_000, ...options });
  server.post('/echo', { schema: { body } }, async (request) => request.body);
  server.get('/sessions/:id', async () => ({ found: true }));
  return server;
}

/** A server whose route `GET /fails` throws what it is given. */
function buildFailing(error: unknown, options: Partial<HttpServerOptions> = {}): HttpServer {
  build(options).get('/fails', async () => {
    throw error;
  });
  return server;
}

function postText(payload: string, contentType = 'application/json') {
  return server.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': contentType } });
}

function postJson(fields: unknown) {
  return postText(JSON.stringify(fields));
}

describe('a failure is answered in the envelope', () => {
  it.each([
    ['a missing field', () => postJson({ frames: [] }), 400, 'missing_field'],
    ['no body', () => server.inject({ method: 'POST', url: '/echo' }), 400, 'missing_field'],
    ['an empty JSON body', () => postText(''), 400, 'missing_field'],
    ['a wrong field', () => postJson({ session_id: 'x', frames: [] }), 400, 'validation_error'],
    ['malformed JSON', () => postText('{"session_id":'), 400, 'validation_error'],
    ['hostile nesting', () => postText('['.repeat(500) + ']'.repeat(500)), 400, 'validation_error'],
    ['a body that is too large', () => postText(`"${'x'.repeat(1_000)}"`), 413, 'payload_too_large'],
    ['another media type', () => postText('<a/>', 'text/xml'), 415, 'unsupported_media_type'],
    ['a malformed media type', () => postText('{}', 'json;;'), 415, 'unsupported_media_type'],
    ['an unknown path', () => server.inject('/nothing'), 404, 'not_found'],
    ['another method', () => server.inject({ method: 'PUT', url: '/echo' }), 405, 'method_not_allowed'],
    ['a malformed path', () => server.inject('/sessions/%zz'), 400, 'validation_error'],
    ['an endless path', () => server.inject(`/sessions/${'x'.repeat(3_000)}`), 400, 'validation_error'],
  ])('%s', async (_name, send, status, code) => {
    build();
    const answer = await send();

    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(errorEnvelope.parse(answer.json()).errors.map((each) => Object.keys(each)[0])).toEqual([code]);
  });

  it('an expected error with its headers', async () => {
    const error = new ApiError('rate_limit_exceeded', 'Slow down.', { headers: { 'retry-after': '7' } });
    const answer = await buildFailing(error).inject('/fails');

    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.json().errors).toEqual([{ rate_limit_exceeded: ['Slow down.'] }]);
  });

  it('a database that is out of reach', async () => {
    const answer = await buildFailing(new DatabaseUnavailableError('gone')).inject('/fails');

    expect(answer.statusCode).toBe(503);
    expect(Object.keys(answer.json().errors[0])).toEqual(['service_unavailable']);
  });

  it('a broken invariant, with the request id and nothing else', async () => {
    const answer = await buildFailing(new TypeError('row 7 of secrets')).inject('/fails');
    const id = String(answer.headers['x-request-id']);
    const message = `Something went wrong on our side. Request id: ${id}`;

    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      data: null,
      success: false,
      message,
      errors: [{ internal_error: [message] }],
    });
  });

  it('an answer that does not fit its own schema', async () => {
    const response = { 200: z.object({ score: z.number() }) };
    build().get('/wrong', { schema: { response } }, async () => ({ score: 'high' }) as never);
    const answer = await server.inject('/wrong');

    expect(answer.statusCode).toBe(500);
    expect(Object.keys(answer.json().errors[0])).toEqual(['internal_error']);
  });

  it('in the shape of another service when it presents errors itself', async () => {
    build({ presentError: (error) => ({ error: error.message }) });

    expect((await server.inject('/nothing')).json()).toEqual({ error: 'There is nothing at this address.' });
    expect((await postJson({ frames: [] })).json()).toEqual({ error: 'session_id: is required' });
  });
});

describe('a server', () => {
  it('hands a valid body to the route without the fields nobody declared', async () => {
    const answer = await build().inject({
      method: 'POST',
      url: '/echo',
      payload: { session_id: sessionId, frames: [{ index: 0, x: 1 }], trace_id: 'y' },
    });

    expect(answer.json()).toEqual({ session_id: sessionId, frames: [{ index: 0 }] });
  });

  it('says which methods a path has', async () => {
    const answer = await build().inject({ method: 'DELETE', url: '/sessions/7?token=x' });

    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  it('takes signed tokens in a path', async () => {
    expect((await build().inject(`/sessions/${'x'.repeat(2_000)}`)).statusCode).toBe(200);
  });

  it('keeps the request id of the caller', async () => {
    const answer = await build().inject({ url: '/sessions/7', headers: { 'x-request-id': 'trace-7' } });

    expect(answer.headers['x-request-id']).toBe('trace-7');
  });

  it('replaces a request id that could be an injection', async () => {
    const headers = { 'x-request-id': '"}{"level":"fatal"' };
    const answer = await build().inject({ url: '/sessions/7', headers });

    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(log.text()).not.toContain('fatal');
  });

  it('refuses an oversized body by its announced length, before it reads it', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '1001' };
    const answer = await build().inject({ method: 'POST', url: '/echo', headers, payload: '{}' });

    expect(answer.statusCode).toBe(413);
    expect(answer.json().message).toBe('The body may have at most 1000 bytes.');
  });

  it('says that it does not decompress bodies', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await build().inject({ method: 'POST', url: '/echo', headers, payload: 'zipped' });

    expect(answer.statusCode).toBe(415);
    expect(answer.json().message).toContain('Content-Encoding');
  });

  it('lets a route set its own body limit', async () => {
    build().post('/small', { bodyLimit: 10 }, async () => 'read');
    const answer = await server.inject({ method: 'POST', url: '/small', payload: { text: 'x'.repeat(20) } });

    expect(answer.statusCode).toBe(413);
  });

  it('does not parse a body that no route asked for', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await build().inject({ method: 'POST', url: '/nothing', payload: '{broken', headers });

    expect(answer.statusCode).toBe(404);
  });
});

describe('the log of a request', () => {
  it('has the route, status and request id', async () => {
    const answer = await build().inject('/sessions/7');

    expect(log.lines().at(-1)).toMatchObject({
      method: 'GET',
      route: '/sessions/:id',
      status: 200,
      requestId: answer.headers['x-request-id'],
    });
  });

  it('has nothing of what the request carried', async () => {
    build();
    await server.inject({ url: '/sessions/secret-1?token=secret-2', headers: { 'x-api-key': 'secret-3' } });
    await server.inject({ url: '/secret-4', headers: { authorization: 'Bearer secret-5' } });
    await postText('{"session_id": secret-6}');
    await postJson({ session_id: 'secret-7', frames: 'secret-8' });
    await server.inject('/sessions/secret-9%zz');

    expect(log.lines()).not.toHaveLength(0);
    expect(log.text()).not.toContain('secret');
  });

  it('has the cause of an internal error', async () => {
    await buildFailing(new TypeError('row is undefined')).inject('/fails');
    const failure = log.lines().find(({ level }) => level === 'error');

    expect(failure).toMatchObject({ err: { type: 'TypeError', message: 'row is undefined' } });
  });
});

import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { type BackgroundJson, createBackgroundJson } from './background-json.ts';
import type { HttpServer } from './http-server.ts';
import { JsonSyntaxError, parseJson } from './parse-json.ts';

/** Ten frames as PNG are 4 MB, whose parsing keeps the event loop busy for 10 ms; such bodies go to a thread. */
const PARSED_INLINE_BYTES_MAX = 1024 * 1024;

/** Makes JSON the only body type of the server; bodies over 1 MiB are parsed in a worker thread. */
export function addJsonBodyParser(server: HttpServer): void {
  const background = createBackgroundJson();
  server.addHook('onClose', () => background.close());
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', async (request: FastifyRequest, stream: Readable) => {
    if (request.is404) return undefined;
    assertNotEncoded(request.headers['content-encoding']);
    const bytesMax = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length']) > bytesMax) throw tooLarge(bytesMax);
    return parseBody(await readBody(stream, bytesMax), background);
  });
}

/**
 * Reads a stream to its end.
 * @throws ApiError `payload_too_large` beyond `bytesMax`, `validation_error` when the sender hangs up
 */
export function readBody(stream: Readable, bytesMax: number): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteLength = 0;
    function settle(error?: Error): void {
      stream.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost);
      if (error) reject(error);
      else resolve(chunks);
    }
    function onData(chunk: Buffer): void {
      byteLength += chunk.byteLength;
      if (byteLength > bytesMax) settle(tooLarge(bytesMax));
      else chunks.push(chunk);
    }
    const onEnd = () => settle();
    const onLost = () => settle(new ApiError('validation_error', 'The body ended before it was complete.'));
    stream.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost);
  });
}

async function parseBody(chunks: readonly Buffer[], background: BackgroundJson): Promise<unknown> {
  const byteLength = chunks.reduce((total, chunk) => total + chunk.byteLength, 0);
  if (byteLength === 0) return undefined;
  try {
    return byteLength > PARSED_INLINE_BYTES_MAX
      ? await background.parse(chunks)
      : parseJson(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new ApiError('validation_error', error.message);
    throw error;
  }
}

function assertNotEncoded(encoding: string | undefined): void {
  if (encoding === undefined || encoding === 'identity') return;
  throw new ApiError('unsupported_media_type', 'Send the body without a Content-Encoding.');
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('payload_too_large', `The body may have at most ${bytesMax} bytes.`);
}

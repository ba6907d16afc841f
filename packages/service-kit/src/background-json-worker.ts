import { parentPort } from 'node:worker_threads';
import type { JsonReply, JsonRequest } from './background-json.ts';
import { sha256Of } from './body-digest.ts';
import { parseAndExtract } from './extract-pixels.ts';
import { JsonSyntaxError } from './parse-json.ts';

parentPort?.on('message', ({ id, chunks, hash }: JsonRequest) => {
  try {
    const extracted = parseAndExtract(concat(chunks));
    const reply: JsonReply = { id, kind: 'parsed', extracted, ...(hash && { sha256: sha256Of(chunks) }) };
    parentPort?.postMessage(reply, [extracted.bytes.buffer]);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const reply: JsonReply = { id, kind: 'malformed', message: error.message };
    parentPort?.postMessage(reply, []);
  }
});

/** In memory of its own: a piece of the shared pool could not be transferred. */
function concat(chunks: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const byteLength = chunks.reduce((total, chunk) => total + chunk.byteLength, 0);
  const body = Buffer.allocUnsafeSlow(byteLength);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

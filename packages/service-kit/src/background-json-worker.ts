import { parentPort } from 'node:worker_threads';
import type { JsonReply, JsonRequest } from './background-json.ts';
import { sha256Of } from './body-digest.ts';
import { extractLongStrings } from './long-strings.ts';
import { JsonSyntaxError, parseJson } from './parse-json.ts';

parentPort?.on('message', ({ id, chunks, hash }: JsonRequest) => {
  try {
    const extracted = extractLongStrings(parseJson(Buffer.concat(chunks)));
    const reply: JsonReply = { id, kind: 'parsed', extracted, ...(hash && { sha256: sha256Of(chunks) }) };
    parentPort?.postMessage(reply, [extracted.bytes.buffer]);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const reply: JsonReply = { id, kind: 'malformed', message: error.message };
    parentPort?.postMessage(reply, []);
  }
});

import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { type Extracted, restoreLongStrings } from './long-strings.ts';
import { JsonSyntaxError } from './parse-json.ts';

/** A body to parse; the chunks are transferred. */
export interface JsonRequest {
  readonly id: number;
  readonly chunks: readonly Uint8Array[];
  /** Whether the SHA-256 of the body is wanted too. */
  readonly hash: boolean;
}

/** What became of a body. */
export type JsonReply =
  | { readonly id: number; readonly kind: 'parsed'; readonly extracted: Extracted; readonly sha256?: string }
  | { readonly id: number; readonly kind: 'malformed'; readonly message: string };

/** Parses JSON in a worker thread. */
export interface BackgroundJson {
  /** @throws JsonSyntaxError when the bytes are no acceptable JSON */
  parse(chunks: readonly Buffer[]): Promise<unknown>;
  /** The same, with the SHA-256 of the body in hex. */
  parseAndHash(chunks: readonly Buffer[]): Promise<{ value: unknown; sha256: string | undefined }>;
  close(): Promise<void>;
}

type ParsedReply = Extract<JsonReply, { kind: 'parsed' }>;

interface Pending {
  resolve(parsed: ParsedReply): void;
  reject(error: Error): void;
}

/** Creates a parser whose thread starts with the first body and is replaced when it dies. */
export function createBackgroundJson(): BackgroundJson {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastId = 0;

  function settle(reply: JsonReply): void {
    const waiting = pending.get(reply.id);
    pending.delete(reply.id);
    if (reply.kind === 'parsed') waiting?.resolve(reply);
    else waiting?.reject(new JsonSyntaxError(reply.message));
  }

  function abandon(cause?: Error): void {
    worker = undefined;
    for (const waiting of pending.values()) waiting.reject(new Error('The JSON thread ended', { cause }));
    pending.clear();
  }

  function start(): Worker {
    const started = new Worker(workerFile());
    started.unref();
    started.on('message', settle);
    started.on('error', abandon);
    started.on('exit', () => {
      if (worker === started) abandon();
    });
    return started;
  }

  function send(chunks: readonly Buffer[], hash: boolean): Promise<ParsedReply> {
    const owned = chunks.map(owning);
    return new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      worker ??= start();
      const request: JsonRequest = { id: lastId, chunks: owned, hash };
      worker.postMessage(
        request,
        owned.map(({ buffer }) => buffer),
      );
    });
  }

  return {
    async parse(chunks) {
      return restoreLongStrings((await send(chunks, false)).extracted);
    },
    async parseAndHash(chunks) {
      const { extracted, sha256 } = await send(chunks, true);
      return { value: await restoreLongStrings(extracted), sha256 };
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** The built worker: a thread cannot load TypeScript, and tests run the sources. */
function workerFile(): string {
  return createRequire(import.meta.url).resolve('@vivant/service-kit/background-json-worker');
}

/** The chunk when it is alone in its memory, which may then be transferred; otherwise a copy. */
function owning(chunk: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = chunk;
  const alone = buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength;
  return alone ? new Uint8Array(buffer) : new Uint8Array(chunk);
}

import { ApiError } from '@vivant/service-kit/api-error';
import type { Redis } from 'ioredis';
import type { SessionRef } from '../sessions/lease-store.ts';
import {
  type BufferedFrame,
  type BufferLimits,
  type BufferStatus,
  type FrameBatch,
  type FrameBuffer,
  type PutOutcome,
  WARNINGS_LENGTH_MAX,
} from './frame-buffer.ts';
import { decodeFrame, encodeFrame } from './frame-bytes.ts';
import { FINISH_SCRIPT, PUT_SCRIPT, STATUS_SCRIPT } from './redis-script.ts';
import { sessionKey } from './session-key.ts';

/** Bytes sent in one command: Redis serves nobody else meanwhile. A larger batch goes in parts. */
const COMMAND_BYTES_MAX = 8 * 1024 * 1024;

/** What the buffer needs to know. */
export interface RedisBufferOptions extends BufferLimits {
  readonly client: Redis;
  /** Begins the names of all keys. */
  readonly prefix?: string;
}

/** Buffers frames in Redis, where every replica finds them. Redis bounds its memory by itself (`maxmemory`). */
export function createRedisBuffer(options: RedisBufferOptions): FrameBuffer {
  const { client, ttlMs, sessionBytesMax, prefix = 'vivant:frames:' } = options;

  /** What is known about a session, and its frames. The braces keep both on one node of a cluster. */
  function keysOf(session: SessionRef): [about: string, frames: string] {
    const about = `${prefix}{${sessionKey(session)}}`;
    return [about, `${about}:frames`];
  }

  async function run(script: string, session: SessionRef, ...args: (string | number | Buffer)[]) {
    return whenReachable(() => client.callBuffer('EVAL', script, 2, ...keysOf(session), ...args));
  }

  async function putPart(session: SessionRef, batch: FrameBatch, part: Part, create: boolean) {
    const limits = [create ? 1 : 0, ttlMs, sessionBytesMax, WARNINGS_LENGTH_MAX];
    const reply = await run(
      PUT_SCRIPT,
      session,
      batch.modelId,
      batch.framesRequired,
      ...limits,
      ...listsOf(batch, part),
    );
    return outcomeOf(reply as (Buffer | number)[], batch.framesRequired);
  }

  return {
    // Whether a Redis survives a restart is its operator's choice, and by default it does not.
    isDurable: false,
    async put(session, batch, { create }) {
      const [first, ...others] = partsOf(batch.frames);
      let outcome = await putPart(session, batch, first, create);
      let completes = outcome.kind === 'stored' && outcome.completes;
      for (const part of others) {
        if (outcome.kind !== 'stored') break;
        outcome = await putPart(session, batch, part, true);
        completes ||= outcome.kind === 'stored' && outcome.completes;
      }
      return outcome.kind === 'stored' ? { ...outcome, completes } : outcome;
    },
    async status(session) {
      const [ttlMs, fields] = (await run(STATUS_SCRIPT, session)) as [number, Buffer[]];
      return fields.length > 0 ? statusOf(ttlMs, fields.map(String)) : undefined;
    },
    async read(session) {
      const [, key] = keysOf(session);
      const fields = await whenReachable(() => client.hgetallBuffer(key));
      const frames = Object.entries(fields).map(([index, stored]) => decodeFrame(Number(index), stored));
      return frames.toSorted((a, b) => a.index - b.index);
    },
    async finish(session) {
      await run(FINISH_SCRIPT, session, ttlMs);
    },
    async remove(session) {
      await whenReachable(() => client.unlink(...keysOf(session)));
    },
    // The connection belongs to whoever opened it.
    close: async () => undefined,
  };
}

/** The lists of the put script: how long each is, then their items. */
function listsOf(batch: FrameBatch, part: Part): (string | number | Buffer)[] {
  const details = Object.entries(batch.details).filter(([, value]) => value !== undefined);
  return [
    details.length,
    part.length,
    batch.warnings.length,
    ...details.flatMap(([name, value]) => [name, JSON.stringify(value)]),
    ...part.flatMap(({ index, stored }) => [index, stored]),
    ...batch.warnings.map((warning) => JSON.stringify(warning)),
  ];
}

async function whenReachable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new ApiError('service_unavailable', 'The frame buffer cannot be reached. Try again shortly.', {
      cause,
      headers: { 'retry-after': '1' },
    });
  }
}

interface EncodedFrame {
  readonly index: number;
  readonly stored: Buffer;
}

type Part = EncodedFrame[];

function partsOf(frames: readonly BufferedFrame[]): [Part, ...Part[]] {
  const parts: [Part, ...Part[]] = [[]];
  let bytes = 0;
  for (const frame of frames) {
    const stored = encodeFrame(frame);
    if (bytes > 0 && bytes + stored.length > COMMAND_BYTES_MAX) {
      parts.push([]);
      bytes = 0;
    }
    bytes += stored.length;
    parts.at(-1)?.push({ index: frame.index, stored });
  }
  return parts;
}

function outcomeOf(reply: readonly (Buffer | number)[], framesRequired: number): PutOutcome {
  const [kind, first, second, ttl] = reply;
  switch (String(kind)) {
    case 'absent':
      return { kind: 'absent' };
    case 'finished':
      return { kind: 'finished' };
    case 'other-model':
      return { kind: 'other-model', modelId: String(first) };
    case 'too-large':
      return { kind: 'too-large', what: String(first) as 'frames' | 'warnings' };
    default: {
      const framesReceived = Number(second);
      const completes = Number(first) < framesRequired && framesReceived >= framesRequired;
      return { kind: 'stored', framesReceived, ttlMs: Number(ttl), completes };
    }
  }
}

/** @param flat field names and values in turn, as HGETALL gives them */
function statusOf(ttlMs: number, flat: readonly string[]): BufferStatus {
  const fields = new Map<string, string>();
  for (let at = 0; at < flat.length; at += 2) fields.set(flat[at] ?? '', flat[at + 1] ?? '');
  const named = (prefix: string) =>
    [...fields].flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    );
  const warnings = named('w:').toSorted(([, a], [, b]) => Number(a) - Number(b));
  return {
    modelId: fields.get('model') ?? '',
    framesRequired: Number(fields.get('required')),
    framesReceived: Number(fields.get('count') ?? 0),
    isFinished: fields.has('done'),
    ttlMs,
    warnings: warnings.map(([text]) => JSON.parse(text)),
    details: Object.fromEntries(named('d:').map(([name, value]) => [name, JSON.parse(value)])),
  };
}

/** The stream ended before the bytes that were asked for. */
export class EndOfBytes extends Error {
  override readonly name = 'EndOfBytes';
}

/** Bytes of a stream, pulled in the amounts a parser needs; it reads no further ahead than one chunk. */
export interface ByteReader {
  /** True once the source has given its last chunk. */
  readonly ended: boolean;
  /** The next bytes without consuming them; fewer than `length` only at the end of the stream. */
  peek(length: number): Promise<Uint8Array>;
  /** The next `length` bytes in an array of their own; throws {@link EndOfBytes}. */
  take(length: number): Promise<Uint8Array>;
}

/** Reads from chunks of any size. */
export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let pending: Uint8Array = new Uint8Array(0);
  let ended = false;

  async function nextChunk(): Promise<Uint8Array | null> {
    if (ended) return null;
    const chunk = await chunks.next();
    if (chunk.done !== true) return chunk.value;
    ended = true;
    return null;
  }

  async function peek(length: number): Promise<Uint8Array> {
    while (pending.length < length) {
      const chunk = await nextChunk();
      if (chunk === null) break;
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    }
    return pending.subarray(0, length);
  }

  async function take(length: number): Promise<Uint8Array> {
    const taken = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (pending.length === 0) {
        const chunk = await nextChunk();
        if (chunk === null) throw new EndOfBytes();
        pending = chunk;
      }
      const part = pending.subarray(0, length - filled);
      taken.set(part, filled);
      filled += part.length;
      pending = pending.subarray(part.length);
    }
    return taken;
  }

  return {
    get ended() {
      return ended;
    },
    peek,
    take,
  };
}

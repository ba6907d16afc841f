/** Bytes of a stream, pulled in the amounts a parser needs; it reads no further ahead than one chunk. */
export interface ByteReader {
  /** The next bytes without consuming them; fewer than `length` only at the end of the stream. */
  peek(length: number): Promise<Uint8Array>;
  /** The next `length` bytes in an array of their own, or null when the stream ends before. */
  take(length: number): Promise<Uint8Array | null>;
}

/** Reads from chunks of any size. */
export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let pending: Uint8Array = new Uint8Array(0);

  async function nextChunk(): Promise<Uint8Array | null> {
    const { done, value } = await chunks.next();
    return done === true ? null : value;
  }

  async function peek(length: number): Promise<Uint8Array> {
    while (pending.length < length) {
      const chunk = await nextChunk();
      if (chunk === null) break;
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    }
    return pending.subarray(0, length);
  }

  async function take(length: number): Promise<Uint8Array | null> {
    const taken = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (pending.length === 0) {
        const chunk = await nextChunk();
        if (chunk === null) return null;
        pending = chunk;
      }
      const part = pending.subarray(0, length - filled);
      taken.set(part, filled);
      filled += part.length;
      pending = pending.subarray(part.length);
    }
    return taken;
  }

  return { peek, take };
}

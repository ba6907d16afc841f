import { describe, expect, it } from 'vitest';
import { createByteReader, EndOfBytes } from './byte-reader.ts';

async function* chunksOf(...chunks: number[][]) {
  for (const chunk of chunks) yield Uint8Array.from(chunk);
}

describe('a byte reader', () => {
  it('gives the same bytes however they were cut', async () => {
    for (const cut of [[[1, 2, 3, 4, 5]], [[1], [2], [3], [4], [5]], [[1, 2], [], [3, 4, 5]]]) {
      const reader = createByteReader(chunksOf(...cut));
      expect([...(await reader.peek(2))]).toEqual([1, 2]);
      expect([...(await reader.take(3))]).toEqual([1, 2, 3]);
      expect([...(await reader.peek(9))]).toEqual([4, 5]);
      expect([...(await reader.take(2))]).toEqual([4, 5]);
    }
  });

  it('pulls no chunk before it needs it', async () => {
    let pulled = 0;
    const reader = createByteReader(
      (async function* () {
        for (;;) {
          pulled++;
          yield Uint8Array.of(pulled, pulled);
        }
      })(),
    );
    await reader.take(4);
    expect(pulled).toBe(2);
    await reader.take(1);
    expect(pulled).toBe(3);
  });

  it('takes into memory of its own, which later reading does not touch', async () => {
    const chunk = Uint8Array.of(1, 2, 3);
    const reader = createByteReader(
      (async function* () {
        yield chunk;
      })(),
    );
    const taken = await reader.take(2);
    chunk.fill(9);
    expect([...taken]).toEqual([1, 2]);
  });

  it('says when the stream is over', async () => {
    const reader = createByteReader(chunksOf([1]));
    expect(reader.ended).toBe(false);
    await expect(reader.take(2)).rejects.toThrow(EndOfBytes);
    expect(reader.ended).toBe(true);
    expect(await reader.peek(1)).toHaveLength(0);
  });
});

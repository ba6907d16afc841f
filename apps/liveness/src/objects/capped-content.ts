import { ObjectTooLargeError } from './object-store.ts';

/**
 * Passes content on until it is longer than allowed.
 * @throws ObjectTooLargeError before the byte that is too many is passed on
 */
export async function* cappedContent(
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new ObjectTooLargeError(bytesMax);
    yield chunk;
  }
}

/** Cuts content into parts of exactly `partBytes`, the last one shorter; no content gives no part. */
export async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void, void> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (pendingBytes + rest.byteLength >= partBytes) {
      const missing = partBytes - pendingBytes;
      yield Buffer.concat([...pending, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      pending = [];
      pendingBytes = 0;
    }
    if (rest.byteLength > 0) pending.push(rest);
    pendingBytes += rest.byteLength;
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}

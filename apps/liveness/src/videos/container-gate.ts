import { SNIFFED_BYTES, sniffContainer } from '@vivant/video/container';

/** The content is no video of a known container. */
export class NotAVideoError extends Error {
  override readonly name = 'NotAVideoError';

  constructor() {
    super('The content is not an MP4, MOV, AVI, WebM or MKV video.');
  }
}

/**
 * Passes content on once its first bytes are those of a video.
 * @throws NotAVideoError before anything is passed on
 */
export async function* onlyVideo(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let head: Uint8Array = new Uint8Array(0);
  let isKnown = false;
  for await (const chunk of content) {
    if (isKnown) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.byteLength < SNIFFED_BYTES) continue;
      requireVideo(head);
      isKnown = true;
      yield head;
    }
  }
  if (isKnown) return;
  requireVideo(head);
  yield head;
}

function requireVideo(head: Uint8Array): void {
  if (sniffContainer(head) === null) throw new NotAVideoError();
}

/** A picture: encoded bytes (PNG, JPEG or WebP), base64, or a `data:` URL. */
export type ImageSource = string | Uint8Array | ArrayBuffer | Blob;

/** Bytes that become text in one go; a multiple of three, so that the texts can be joined. */
const STEP_BYTES = 3 * 8192;

/** Bytes after which others get their turn: about 10 ms of work on a slow telephone. */
const TURN_BYTES = 32 * STEP_BYTES;

/** Newer engines write base64 themselves. */
interface NativeBase64 {
  toBase64?(): string;
}

/**
 * Gives a picture as the API takes it. Long pictures are encoded in turns, so that a page stays responsive.
 * @throws TypeError when a `data:` URL is not base64
 */
export async function encodeImage(source: ImageSource): Promise<string> {
  if (typeof source === 'string') {
    if (source.startsWith('data:') && !/^data:[^,]*;base64,/i.test(source))
      throw new TypeError('A data: URL of a picture must be base64.');
    return source;
  }
  return encodeBase64(await bytesOf(source));
}

async function bytesOf(source: Uint8Array | ArrayBuffer | Blob): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  return new Uint8Array(source instanceof ArrayBuffer ? source : await source.arrayBuffer());
}

async function encodeBase64(bytes: Uint8Array & NativeBase64): Promise<string> {
  if (bytes.toBase64) return bytes.toBase64();
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    if (at > 0 && at % TURN_BYTES === 0) await othersTurn();
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + STEP_BYTES)));
  }
  return text;
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

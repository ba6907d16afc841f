/** A picture: encoded bytes (PNG, JPEG or WebP), base64, or a `data:` URL. */
export type ImageSource = string | Uint8Array | ArrayBuffer | Blob;

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = '='.charCodeAt(0);

/** Bytes after which others get their turn, a multiple of three: some milliseconds of work. */
const TURN_BYTES = 3 * 256 * 1024;

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
  return bytes.toBase64 ? bytes.toBase64() : encodeInTurns(bytes);
}

/** Writes base64 (RFC 4648, section 4) with pauses in which others get their turn. */
export async function encodeInTurns(bytes: Uint8Array): Promise<string> {
  let text = '';
  for (let at = 0; at < bytes.length; at += TURN_BYTES) {
    if (at > 0) await othersTurn();
    text += encodePiece(bytes.subarray(at, at + TURN_BYTES));
  }
  return text;
}

/** `btoa` wants the bytes as text first, which takes ten times as long as this. */
function encodePiece(bytes: Uint8Array): string {
  const letters = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let at = 0, to = 0; at < bytes.length; at += 3, to += 4) {
    const bits = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    letters[to] = ALPHABET[bits >> 18]!;
    letters[to + 1] = ALPHABET[(bits >> 12) & 63]!;
    letters[to + 2] = ALPHABET[(bits >> 6) & 63]!;
    letters[to + 3] = ALPHABET[bits & 63]!;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  if (missing > 0) letters.fill(PADDING, letters.length - missing);
  return new TextDecoder().decode(letters);
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

/** Gives bytes as a Blob, which forms refer to. */
export function bytesToBlob(bytes: Blob | Uint8Array | ArrayBuffer): Blob {
  return bytes instanceof Blob ? bytes : new Blob([bytes as Uint8Array<ArrayBuffer> | ArrayBuffer]);
}

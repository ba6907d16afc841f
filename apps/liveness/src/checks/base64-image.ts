/** A data URL header is short; a comma further in is no header. */
const HEADER_LENGTH_MAX = 128;

/** Where the base64 text begins, behind an optional `data:...;base64,` header; undefined when the header is malformed. */
function payloadOffset(text: string): number | undefined {
  if (!text.startsWith('data:')) return 0;
  const header = text.slice(0, HEADER_LENGTH_MAX);
  const marker = header.indexOf(';base64,');
  return marker < 0 ? undefined : marker + ';base64,'.length;
}

/**
 * The number of bytes a base64 text stands for, from its length and padding alone;
 * undefined when no base64 text has that length.
 */
function decodedLength(base64: string): number | undefined {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const letters = base64.length - padding;
  if (letters === 0 || letters % 4 === 1) return undefined;
  if (padding > 0 && base64.length % 4 !== 0) return undefined;
  return Math.floor((letters * 3) / 4);
}

export type DecodedImage =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'too-large' };

/**
 * Decodes base64 with or without a `data:` prefix; unpadded and URL-safe text is taken too.
 *
 * Strict without looking at every letter: Node's decoder skips what is no base64, so a text with any such
 * letter yields fewer bytes than its length stands for.
 */
export function decodeBase64Image(text: string, bytesMax: number): DecodedImage {
  const offset = payloadOffset(text);
  if (offset === undefined) return { kind: 'invalid' };
  const base64 = offset === 0 ? text : text.slice(offset);
  const length = decodedLength(base64);
  if (length === undefined) return { kind: 'invalid' };
  if (length > bytesMax) return { kind: 'too-large' };
  // Unpooled: a slice of the shared pool would pin it, and could not be handed to a worker thread.
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.write(base64, 'base64') === length ? { kind: 'bytes', bytes } : { kind: 'invalid' };
}

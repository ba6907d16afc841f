const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Largest multiple of 62 that fits a byte: bytes from here on would favour the first letters. */
const UNBIASED_BELOW = 248;

/** Draws `length` letters, each of the 62 equally likely, from a source of random bytes. */
export function randomBase62(length: number, randomBytes: (count: number) => Uint8Array): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < UNBIASED_BELOW) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** Writes a non-negative integer in base 62, padded with zeros to `width`. */
export function encodeBase62(value: number, width: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(width, '0');
}

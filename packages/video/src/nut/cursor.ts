/** A stream that is not the NUT ffmpeg writes. */
export class MalformedNut extends Error {
  override readonly name = 'MalformedNut';
}

/** A header that goes on past its last byte. */
export class NutHeaderEnd extends MalformedNut {}

/** Walks over the fields of a NUT header (NUT Open Container Format, "Definitions": s, v, t and vb values). */
export class NutCursor {
  position = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The byte that comes next, if any is left. */
  get next(): number | undefined {
    return this.#bytes[this.position];
  }

  byte(): number {
    const value = this.#bytes[this.position];
    if (value === undefined) throw new NutHeaderEnd('A header ends early.');
    this.position++;
    return value;
  }

  /** An unsigned number, seven bits a byte, most significant first. */
  unsigned(): number {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (!Number.isSafeInteger(value)) throw new MalformedNut('A number is too large.');
      if (byte < 128) return value;
    }
  }

  /** A signed number: 0, 1, -1, 2, -2... */
  signed(): number {
    const code = this.unsigned() + 1;
    return code % 2 === 0 ? code / 2 : -(code - 1) / 2;
  }

  /** A byte string with its length before it. */
  string(): Uint8Array {
    return this.skip(this.unsigned());
  }

  skip(length: number): Uint8Array {
    const end = this.position + length;
    if (end > this.#bytes.length) throw new NutHeaderEnd('A header ends early.');
    const skipped = this.#bytes.subarray(this.position, end);
    this.position = end;
    return skipped;
  }
}

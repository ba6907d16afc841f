import { TfliteFormatError } from './format-error.ts';

/** Bytes that may be read per byte of file: real files share a few vtables and names, hostile ones alias millions. */
const READ_BUDGET_PER_BYTE = 16;

/** Opens a FlatBuffers file of the given four-character identifier and returns its root table. */
export function openFlatBuffer(bytes: Uint8Array, identifier: string): FlatTable {
  if (bytes.length < 8 || String.fromCharCode(...bytes.subarray(4, 8)) !== identifier) {
    throw new TfliteFormatError(`not a FlatBuffers file with the identifier ${identifier}`);
  }
  const file = new CheckedBytes(bytes);
  return FlatTable.at(file, file.follow(0));
}

/** The file, with every access checked, and the total bounded so that no file takes long. */
class CheckedBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  #budget: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#budget = bytes.length * READ_BUDGET_PER_BYTE;
  }

  /** Throws unless the range lies in the file; counts it as read. */
  require(start: number, byteLength: number): void {
    if (start < 0 || start + byteLength > this.bytes.length) {
      throw new TfliteFormatError(
        `bytes ${start} to ${start + byteLength} lie outside of ${this.bytes.length}`,
      );
    }
    this.#budget -= byteLength;
    if (this.#budget < 0) throw new TfliteFormatError('the same bytes are referred to too many times');
  }

  /** Position that the 32-bit offset at `position` points to. */
  follow(position: number): number {
    this.require(position, 4);
    return position + this.view.getUint32(position, true);
  }
}

/**
 * One FlatBuffers table ("FlatBuffers Internals", Tables and Vectors). A scalar that the file leaves out reads as its
 * fallback, a vector as empty, a table as null. Throws {@link TfliteFormatError} for anything outside of the file.
 */
export class FlatTable {
  /** The table of which every field is left out. */
  static readonly EMPTY = new FlatTable(new CheckedBytes(new Uint8Array()), 0, 0, 0);

  readonly #file: CheckedBytes;
  readonly #start: number;
  readonly #vtable: number;
  readonly #vtableBytes: number;

  private constructor(file: CheckedBytes, start: number, vtable: number, vtableBytes: number) {
    this.#file = file;
    this.#start = start;
    this.#vtable = vtable;
    this.#vtableBytes = vtableBytes;
  }

  /** The table that starts at a position; its first word is the distance back to its vtable. */
  static at(file: CheckedBytes, start: number): FlatTable {
    file.require(start, 4);
    const vtable = start - file.view.getInt32(start, true);
    file.require(vtable, 4);
    const vtableBytes = file.view.getUint16(vtable, true);
    file.require(vtable, vtableBytes);
    return new FlatTable(file, start, vtable, vtableBytes);
  }

  u8(field: number, fallback: number): number {
    return this.#scalar(field, 1, fallback, (position) => this.#file.view.getUint8(position));
  }

  i8(field: number, fallback: number): number {
    return this.#scalar(field, 1, fallback, (position) => this.#file.view.getInt8(position));
  }

  i32(field: number, fallback: number): number {
    return this.#scalar(field, 4, fallback, (position) => this.#file.view.getInt32(position, true));
  }

  u32(field: number, fallback: number): number {
    return this.#scalar(field, 4, fallback, (position) => this.#file.view.getUint32(position, true));
  }

  u64(field: number): bigint {
    return this.#scalar(field, 8, 0n, (position) => this.#file.view.getBigUint64(position, true));
  }

  i32s(field: number): readonly number[] {
    return this.#elements(field, 4, (position) => this.#file.view.getInt32(position, true));
  }

  string(field: number): string {
    const { start, count } = this.#vector(field, 1);
    this.#file.require(start, count);
    return new TextDecoder().decode(this.#file.bytes.subarray(start, start + count));
  }

  /** A view into the file, not a copy; its length does not count as read. */
  bytes(field: number): Uint8Array {
    const { start, count } = this.#vector(field, 1);
    return this.#file.bytes.subarray(start, start + count);
  }

  /** Number of elements of a vector of `elementBytes` each. */
  count(field: number, elementBytes: number): number {
    return this.#vector(field, elementBytes).count;
  }

  table(field: number): FlatTable | null {
    return this.#scalar(field, 4, null, (position) => FlatTable.at(this.#file, this.#file.follow(position)));
  }

  tables(field: number): readonly FlatTable[] {
    return this.#elements(field, 4, (position) => FlatTable.at(this.#file, this.#file.follow(position)));
  }

  #elements<T>(field: number, elementBytes: number, read: (position: number) => T): T[] {
    const { start, count } = this.#vector(field, elementBytes);
    this.#file.require(start, count * elementBytes);
    return Array.from({ length: count }, (_, index) => read(start + index * elementBytes));
  }

  #vector(field: number, elementBytes: number): { start: number; count: number } {
    const position = this.#locate(field, 4);
    if (position === null) return { start: 0, count: 0 };
    const target = this.#file.follow(position);
    this.#file.require(target, 4);
    const count = this.#file.view.getUint32(target, true);
    if (target + 4 + count * elementBytes > this.#file.bytes.length) {
      throw new TfliteFormatError(`a vector of ${count} elements runs over the end of the file`);
    }
    return { start: target + 4, count };
  }

  #scalar<T>(field: number, byteLength: number, fallback: T, read: (position: number) => T): T {
    const position = this.#locate(field, byteLength);
    return position === null ? fallback : read(position);
  }

  /** Position of a field, or null when the table leaves it out. */
  #locate(field: number, byteLength: number): number | null {
    const slot = 4 + 2 * field;
    if (slot + 2 > this.#vtableBytes) return null;
    const offset = this.#file.view.getUint16(this.#vtable + slot, true);
    if (offset === 0) return null;
    this.#file.require(this.#start + offset, byteLength);
    return this.#start + offset;
  }
}

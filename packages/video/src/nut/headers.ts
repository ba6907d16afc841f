import { MalformedNut, type NutCursor } from './cursor.ts';

/** A fraction of a second: `numerator / denominator`. */
export interface TimeBase {
  readonly numerator: number;
  readonly denominator: number;
}

/** What a one-byte frame code stands for. */
export interface FrameCode {
  readonly flags: number;
  readonly ptsDelta: number;
  readonly sizeFactor: number;
  readonly sizeRest: number;
  readonly reservedCount: number;
  readonly elidedHeader: number;
}

/** The main header of a stream. */
export interface MainHeader {
  readonly timeBases: readonly TimeBase[];
  /** 256 entries. */
  readonly frameCodes: readonly FrameCode[];
  /** Beginnings that small frames leave out; entry 0 is empty. */
  readonly elidedHeaders: readonly Uint8Array[];
}

/** The header of the one video stream. */
export interface StreamHeader {
  readonly timeBaseIndex: number;
  /** Timestamps below 2^shift are the last bits of one; larger ones are whole, plus 2^shift. */
  readonly ptsLowBits: number;
  readonly width: number;
  readonly height: number;
}

/** Set in the flags of a code that stands for nothing. */
export const invalidCodeFlag = 0x2000;
/** `N` starts a startcode, so it is never a frame code. */
export const startcodeByte = 0x4e;

/** Reads the payload of a main header ("main header" in the NUT format, versions 3 and 4). */
export function readMainHeader(cursor: NutCursor): MainHeader {
  const version = cursor.unsigned();
  if (version < 3 || version > 4) throw new MalformedNut('The version is not known.');
  if (version > 3) cursor.unsigned(); // minor version
  cursor.unsigned(); // stream count
  cursor.unsigned(); // longest distance between syncpoints
  const timeBases = Array.from({ length: boundedCount(cursor) }, () => ({
    numerator: cursor.unsigned(),
    denominator: cursor.unsigned(),
  }));
  const frameCodes = readFrameCodes(cursor);
  const elidedHeaders: Uint8Array[] = [new Uint8Array(0)];
  for (let left = boundedCount(cursor); left > 0; left--) elidedHeaders.push(cursor.string());
  return { timeBases, frameCodes, elidedHeaders };
}

/** Reads the payload of a stream header ("stream header" in the NUT format). */
export function readStreamHeader(cursor: NutCursor): StreamHeader {
  cursor.unsigned(); // stream id
  if (cursor.unsigned() !== 0) throw new MalformedNut('The stream is not video.');
  cursor.string(); // fourcc
  const timeBaseIndex = cursor.unsigned();
  const ptsLowBits = cursor.unsigned();
  if (ptsLowBits > 15) throw new MalformedNut('Timestamps have too many low bits.');
  cursor.unsigned(); // longest time without a checksum
  cursor.unsigned(); // decode delay
  cursor.unsigned(); // stream flags
  cursor.string(); // codec specific data
  return { timeBaseIndex, ptsLowBits, width: cursor.unsigned(), height: cursor.unsigned() };
}

/** The table is written as runs of codes whose size rests count up; fields a run leaves out keep the value of the run before. */
function readFrameCodes(cursor: NutCursor): FrameCode[] {
  const codes: FrameCode[] = [];
  let ptsDelta = 0;
  let sizeFactor = 1;
  let elidedHeader = 0;
  while (codes.length < 256) {
    const flags = cursor.unsigned();
    const fieldCount = cursor.unsigned();
    if (fieldCount > 0) ptsDelta = cursor.signed();
    if (fieldCount > 1) sizeFactor = cursor.unsigned();
    if (fieldCount > 2) cursor.unsigned(); // stream id: there is one
    const sizeStart = fieldCount > 3 ? cursor.unsigned() : 0;
    const reservedCount = fieldCount > 4 ? cursor.unsigned() : 0;
    const runLength = fieldCount > 5 ? cursor.unsigned() : sizeFactor - sizeStart;
    if (fieldCount > 6) cursor.signed(); // match time delta
    if (fieldCount > 7) elidedHeader = cursor.unsigned();
    for (let field = 8; field < fieldCount; field++) cursor.unsigned();
    if (runLength <= 0) throw new MalformedNut('The frame codes do not add up.');
    for (let step = 0; step < runLength && codes.length < 256; step++) {
      if (codes.length === startcodeByte) codes.push(noCode);
      codes.push({ flags, ptsDelta, sizeFactor, sizeRest: sizeStart + step, reservedCount, elidedHeader });
    }
  }
  return codes;
}

const noCode: FrameCode = {
  flags: invalidCodeFlag,
  ptsDelta: 0,
  sizeFactor: 0,
  sizeRest: 0,
  reservedCount: 0,
  elidedHeader: 0,
};

/** No header of one video stream counts further. */
function boundedCount(cursor: NutCursor): number {
  const count = cursor.unsigned();
  if (count > 255) throw new MalformedNut('A list is too long.');
  return count;
}

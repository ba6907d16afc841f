import { MalformedNut, type NutCursor } from './cursor.ts';
import { invalidCodeFlag, type MainHeader, type StreamHeader } from './headers.ts';

/** What stands before the data of a frame. */
export interface FrameHeader {
  /** Presentation time in the stream's time base. */
  readonly ticks: number;
  /** Bytes of the frame, those left out included. */
  readonly size: number;
  /** First bytes of the frame that are not repeated in its data. */
  readonly elided: Uint8Array;
}

/** Bits of a frame's flags ("frame flags" in the NUT format). */
const hasTimestamp = 0x8;
const hasStreamId = 0x10;
const hasSize = 0x20;
const hasChecksum = 0x40;
const hasReserved = 0x80;
const hasSideData = 0x100;
const hasElidedHeader = 0x400;
const hasMatchTime = 0x800;
const hasFlags = 0x1000;

/** Larger frames are always whole ("header_idx" in the NUT format). */
const elidingSizeMax = 4096;

/** Reads a frame header; `lastTicks` is the time of the frame or syncpoint before. */
export function readFrameHeader(
  cursor: NutCursor,
  main: MainHeader,
  stream: StreamHeader,
  lastTicks: number,
): FrameHeader {
  const code = main.frameCodes[cursor.byte()]!;
  let { flags } = code;
  if (flags & invalidCodeFlag) throw new MalformedNut('A frame code stands for nothing.');
  if (flags & hasFlags) flags ^= cursor.unsigned();
  if (flags & hasSideData) throw new MalformedNut('A frame has side data.');
  if (flags & hasStreamId) cursor.unsigned();
  const ticks = flags & hasTimestamp ? readTicks(cursor, stream, lastTicks) : lastTicks + code.ptsDelta;
  const size = code.sizeRest + (flags & hasSize ? code.sizeFactor * cursor.unsigned() : 0);
  if (flags & hasMatchTime) cursor.signed();
  const headerIndex = flags & hasElidedHeader ? cursor.unsigned() : code.elidedHeader;
  const reserved = flags & hasReserved ? cursor.unsigned() : code.reservedCount;
  for (let field = 0; field < reserved; field++) cursor.unsigned();
  if (flags & hasChecksum) cursor.skip(4);
  const elided = main.elidedHeaders[size > elidingSizeMax ? 0 : headerIndex];
  if (elided === undefined || elided.length > size)
    throw new MalformedNut('A frame leaves out an unknown header.');
  return { ticks, size, elided };
}

/** A small value holds the last bits of a time, of which the one nearest to the last frame's is meant. */
function readTicks(cursor: NutCursor, stream: StreamHeader, lastTicks: number): number {
  const coded = cursor.unsigned();
  const period = 2 ** stream.ptsLowBits;
  if (coded >= period) return coded - period;
  const lowest = lastTicks - Math.floor((period - 1) / 2);
  return lowest + ((((coded - lowest) % period) + period) % period);
}

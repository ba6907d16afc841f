import { type ByteReader, EndOfBytes } from '../byte-reader.ts';
import { MalformedNut, NutCursor, NutHeaderEnd } from './cursor.ts';
import { type FrameHeader, readFrameHeader } from './frame-header.ts';
import {
  type MainHeader,
  readMainHeader,
  readStreamHeader,
  type StreamHeader,
  startcodeByte,
  type TimeBase,
} from './headers.ts';

/** One frame of a NUT stream; data and timestamp come from the same packet, so they cannot be mispaired. */
export interface NutFrame {
  readonly width: number;
  readonly height: number;
  /** Presentation time in units of `timeBase`. */
  readonly ticks: number;
  readonly timeBase: TimeBase;
  /** Alone in its buffer. */
  readonly data: Uint8Array;
}

const fileId = 'nut/multimedia container\0';
/** Startcodes ("startcodes" in the NUT format); info and index packets are skipped. */
const mainStartcode = 0x4e4d7a561f5f04adn;
const streamStartcode = 0x4e5311405bf2f9dbn;
const syncpointStartcode = 0x4e4be4adeeca4569n;
/** No packet or frame header that ffmpeg writes is longer. */
const headerBytesMax = 64;
const packetBytesMax = 65_536;

/**
 * Reads the frames of a NUT stream with one video stream (NUT Open Container Format, 2013).
 * ffmpeg writes it to a pipe with the exact timestamp beside each picture, which neither PPM nor raw video can hold.
 * A stream that breaks off ends after its last whole frame; anything else unexpected throws {@link MalformedNut}.
 */
export async function* readNut(
  bytes: ByteReader,
  frameBytesMax: number,
): AsyncGenerator<NutFrame, void, void> {
  try {
    yield* readFrames(bytes, frameBytesMax);
  } catch (error) {
    const brokenOff = error instanceof EndOfBytes || (error instanceof NutHeaderEnd && bytes.ended);
    if (!brokenOff) throw error;
  }
}

async function* readFrames(bytes: ByteReader, frameBytesMax: number): AsyncGenerator<NutFrame, void, void> {
  const id = await bytes.take(fileId.length);
  if (Buffer.from(id).toString('latin1') !== fileId) throw new MalformedNut('It does not begin as NUT does.');
  let main: MainHeader | undefined;
  let stream: StreamHeader | undefined;
  let lastTicks = 0;
  for (;;) {
    const cursor = new NutCursor(await bytes.peek(headerBytesMax));
    if (cursor.next === undefined) return;
    if (cursor.next === startcodeByte) {
      const { startcode, payload } = await takePacket(bytes, cursor);
      // ffmpeg repeats the headers from time to time; they do not change.
      if (startcode === mainStartcode) main ??= readMainHeader(payload);
      if (startcode === streamStartcode) stream ??= readStreamHeader(payload);
      if (startcode === syncpointStartcode) lastTicks = readSyncpoint(payload, main);
      continue;
    }
    if (main === undefined || stream === undefined)
      throw new MalformedNut('A frame comes before the headers.');
    const header = readFrameHeader(cursor, main, stream, lastTicks);
    if (header.size > frameBytesMax) throw new MalformedNut('A frame is too large.');
    await bytes.take(cursor.position);
    const data = await takeData(bytes, header);
    lastTicks = header.ticks;
    yield { ...describe(main, stream), ticks: header.ticks, data };
  }
}

async function takePacket(
  bytes: ByteReader,
  cursor: NutCursor,
): Promise<{ startcode: bigint; payload: NutCursor }> {
  const startcode = Buffer.from(cursor.skip(8)).readBigUInt64BE();
  const length = cursor.unsigned();
  if (length > packetBytesMax) throw new MalformedNut('A packet is too large.');
  if (length > 4096) cursor.skip(4); // checksum of the length
  await bytes.take(cursor.position);
  return { startcode, payload: new NutCursor(await bytes.take(length)) };
}

/** A syncpoint states a time and the index of its base in one number; with one stream there is one base. */
function readSyncpoint(payload: NutCursor, main: MainHeader | undefined): number {
  if (main === undefined) throw new MalformedNut('A syncpoint comes before the headers.');
  return Math.floor(payload.unsigned() / main.timeBases.length);
}

async function takeData(bytes: ByteReader, { size, elided }: FrameHeader): Promise<Uint8Array> {
  const rest = await bytes.take(size - elided.length);
  if (elided.length === 0) return rest;
  const data = new Uint8Array(size);
  data.set(elided);
  data.set(rest, elided.length);
  return data;
}

function describe(main: MainHeader, { width, height, timeBaseIndex }: StreamHeader) {
  const timeBase = main.timeBases[timeBaseIndex];
  if (timeBase === undefined) throw new MalformedNut('The stream has no time base.');
  return { width, height, timeBase };
}

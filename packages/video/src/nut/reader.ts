import type { ByteReader } from '../byte-reader.ts';
import { MalformedNut, NutCursor } from './cursor.ts';
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
  const id = await bytes.take(fileId.length);
  if (id === null) return;
  if (Buffer.from(id).toString('latin1') !== fileId) throw new MalformedNut('It does not begin as NUT does.');
  let main: MainHeader | undefined;
  let stream: StreamHeader | undefined;
  let lastTicks = 0;
  for (;;) {
    const head = await bytes.peek(headerBytesMax);
    if (head.length === 0) return;
    if (head[0] === startcodeByte) {
      const packet = await takePacket(bytes, head);
      if (packet === null) return;
      // ffmpeg repeats the headers from time to time; they do not change.
      if (packet.startcode === mainStartcode) main ??= readMainHeader(packet.payload);
      if (packet.startcode === streamStartcode) stream ??= readStreamHeader(packet.payload);
      if (packet.startcode === syncpointStartcode) lastTicks = readSyncpoint(packet.payload, main);
      continue;
    }
    if (main === undefined || stream === undefined)
      throw new MalformedNut('A frame comes before the headers.');
    const cursor = new NutCursor(head);
    const header = readFrameHeader(cursor, main, stream, lastTicks);
    if (header.size > frameBytesMax) throw new MalformedNut('A frame is too large.');
    await bytes.take(cursor.position);
    const data = await takeData(bytes, header);
    if (data === null) return;
    lastTicks = header.ticks;
    yield { ...describe(main, stream), ticks: header.ticks, data };
  }
}

interface Packet {
  readonly startcode: bigint;
  readonly payload: NutCursor;
}

async function takePacket(bytes: ByteReader, head: Uint8Array): Promise<Packet | null> {
  const cursor = new NutCursor(head);
  const startcode = Buffer.from(cursor.skip(8)).readBigUInt64BE();
  const length = cursor.unsigned();
  if (length > packetBytesMax) throw new MalformedNut('A packet is too large.');
  if (length > 4096) cursor.skip(4); // checksum of the length
  await bytes.take(cursor.position);
  const payload = await bytes.take(length);
  return payload && { startcode, payload: new NutCursor(payload) };
}

/** A syncpoint states a time and the index of its base in one number; with one stream there is one base. */
function readSyncpoint(payload: NutCursor, main: MainHeader | undefined): number {
  if (main === undefined) throw new MalformedNut('A syncpoint comes before the headers.');
  return Math.floor(payload.unsigned() / main.timeBases.length);
}

async function takeData(bytes: ByteReader, { size, elided }: FrameHeader): Promise<Uint8Array | null> {
  const rest = await bytes.take(size - elided.length);
  return rest === null || elided.length === 0 ? rest : Buffer.concat([elided, rest]);
}

function describe(main: MainHeader, { width, height, timeBaseIndex }: StreamHeader) {
  const timeBase = main.timeBases[timeBaseIndex];
  if (timeBase === undefined) throw new MalformedNut('The stream has no time base.');
  return { width, height, timeBase };
}

import { crc32, deflateSync } from 'node:zlib';

/** PNG colour types (PNG 3rd edition, table 8) and how many samples each has. */
const SAMPLES = { gray: 1, rgb: 3, palette: 1, grayAlpha: 2, rgba: 4 } as const;
const COLOUR_TYPE = { gray: 0, rgb: 2, palette: 3, grayAlpha: 4, rgba: 6 } as const;

export interface PngPicture {
  readonly width: number;
  readonly height: number;
  readonly kind: keyof typeof SAMPLES;
  readonly bits: 8 | 16;
  /** Samples row by row, as many bits each as `bits`; for a palette, indices. */
  readonly samples: readonly number[];
  /** Chunks between IHDR and the pixels, for example PLTE. */
  readonly chunks?: readonly (readonly [type: string, data: Uint8Array])[];
}

/** Encodes a picture of any PNG kind, because the decoder's own encoder writes 8-bit RGB and RGBA only. */
export function encodePng({
  width,
  height,
  kind,
  bits,
  samples,
  chunks = [],
}: PngPicture): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bits, 8);
  header.writeUInt8(COLOUR_TYPE[kind], 9);
  const perRow = width * SAMPLES[kind];
  const sampleBytes = bits / 8;
  const rows = Buffer.alloc(height * (1 + perRow * sampleBytes));
  for (const [at, sample] of samples.entries()) {
    const offset = Math.floor(at / perRow) + 1 + at * sampleBytes;
    rows.writeUIntBE(sample, offset, sampleBytes);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...chunks.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

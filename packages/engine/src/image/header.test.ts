import { Transformer } from '@napi-rs/image';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImageHeader, sniffFormat } from './header.ts';
import { encodePng } from './testing/encode-png.ts';
import { jpegSegment, tiffBlock, withExif } from './testing/exif-block.ts';

const SAMPLES = Array.from({ length: 5 * 3 * 3 }, (_, at) => (at * 37) % 256);
const PNG = encodePng({ width: 5, height: 3, kind: 'rgb', bits: 8, samples: SAMPLES });
const JPEG = new Transformer(PNG).jpegSync();
const WEBP = new Transformer(PNG).webpSync(80);
const WEBP_LOSSLESS = new Transformer(PNG).webpLosslessSync();

describe('image header', () => {
  it.each([
    ['png', PNG],
    ['jpeg', JPEG],
    ['webp', WEBP],
    ['webp', WEBP_LOSSLESS],
  ] as const)('reads the size of a %s', (format, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ format, width: 5, height: 3, orientation: 1, sampleBytes: 1 });
  });

  it('reads the canvas and orientation of an extended WebP', () => {
    expect(readImageHeader(extendedWebp(1000, 700, tiffBlock(6, 'II')))).toMatchObject({
      format: 'webp',
      width: 1000,
      height: 700,
      orientation: 6,
    });
  });

  it('reads the orientation of a JPEG and of a PNG', () => {
    expect(readImageHeader(withExif(JPEG, tiffBlock(8)))?.orientation).toBe(8);
    const png = encodePng({
      width: 5,
      height: 3,
      kind: 'rgb',
      bits: 8,
      samples: SAMPLES,
      chunks: [['eXIf', tiffBlock(5)]],
    });
    expect(readImageHeader(png)?.orientation).toBe(5);
  });

  it('tells a 16-bit PNG from an 8-bit one', () => {
    const png = encodePng({ width: 1, height: 1, kind: 'gray', bits: 16, samples: [65_535] });
    expect(readImageHeader(png)?.sampleBytes).toBe(2);
  });

  it('refuses a JPEG with two frame headers, whose decoded size could differ from the checked one', () => {
    const frame = jpegSegment(0xc0, Buffer.from([8, 0x40, 0, 0x40, 0, 1, 1, 0x11, 0]));
    expect(readImageHeader(Buffer.concat([JPEG.subarray(0, 2), frame, JPEG.subarray(2)]))).toBeUndefined();
  });

  it('refuses a size of nothing', () => {
    const png = Buffer.from(PNG);
    png.writeUInt32BE(0, 16);
    expect(readImageHeader(png)).toBeUndefined();
  });

  it('names no format for what it does not know', () => {
    for (const text of ['', 'GIF89a', 'BM', '<svg/>', 'RIFF1234WAVE']) {
      expect(sniffFormat(Buffer.from(text))).toBeUndefined();
    }
  });

  it('survives any bytes behind a valid signature', () => {
    const signatures = [PNG.subarray(0, 8), JPEG.subarray(0, 3), WEBP.subarray(0, 16)];
    fc.assert(
      fc.property(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 200 }), (signature, rest) => {
        const header = readImageHeader(Buffer.concat([signature, rest]));
        expect(header === undefined || header.width * header.height > 0).toBe(true);
      }),
    );
  });

  it('survives a valid file with any bytes changed and cut anywhere', () => {
    const files = fc.constantFrom(PNG, withExif(JPEG, tiffBlock(6)), WEBP);
    const changes = fc.array(fc.tuple(fc.nat(400), fc.nat(255)));
    fc.assert(
      fc.property(files, changes, fc.nat(400), (file, changes, length) => {
        const bytes = Buffer.from(file);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        expect(() => readImageHeader(bytes.subarray(0, length))).not.toThrow();
      }),
    );
  });
});

function extendedWebp(width: number, height: number, exif: Uint8Array): Buffer {
  const features = Buffer.alloc(10);
  features.writeUInt8(0x08, 0);
  features.writeUIntLE(width - 1, 4, 3);
  features.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    riffChunk('VP8X', features),
    riffChunk('XMP ', Buffer.from('odd')),
    riffChunk('EXIF', exif),
  ]);
  return Buffer.concat([riffChunk('RIFF', body)]);
}

function riffChunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

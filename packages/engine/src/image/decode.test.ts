import { compressJpegSync, Transformer } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import { type DecodeResult, decodeImage } from './decode.ts';
import type { Raster } from './raster.ts';
import { encodePng } from './testing/encode-png.ts';
import { tiffBlock, withExif } from './testing/exif-block.ts';
import { drawScene } from './testing/synthetic-scene.ts';

const SCENE = drawScene();
const PNG = encodePng({ ...SCENE, kind: 'rgb', bits: 8, samples: [...SCENE.data] });
const JPEG = new Transformer(PNG).jpegSync(90);
const WEBP = new Transformer(PNG).webpSync(90);
const WEBP_LOSSLESS = new Transformer(PNG).webpLosslessSync();

describe('decodeImage', () => {
  it.each([
    ['PNG', PNG],
    ['lossless WebP', WEBP_LOSSLESS],
  ])('gives every pixel of a %s', (_, bytes) => {
    expect(pixels(decodeImage(bytes))).toEqual(SCENE);
  });

  it.each([
    ['JPEG', JPEG],
    ['progressive JPEG', compressJpegSync(JPEG, { quality: 90, optimizeScans: true })],
    ['WebP', WEBP],
  ])('comes close to every pixel of a %s', (_, bytes) => {
    const { width, height, data } = pixels(decodeImage(bytes));
    expect([width, height]).toEqual([SCENE.width, SCENE.height]);
    const error = data.reduce((sum, value, at) => sum + Math.abs(value - SCENE.data[at]!), 0) / data.length;
    expect(error).toBeLessThan(8);
  });

  it.each([
    ['grey', 'gray', 8, [0, 100, 255], [0, 0, 0, 100, 100, 100, 255, 255, 255]],
    ['16-bit grey', 'gray', 16, [0, 25_828, 65_535], [0, 0, 0, 100, 100, 100, 255, 255, 255]],
    ['16-bit RGB', 'rgb', 16, [257, 514, 65_535], [1, 2, 255]],
    [
      'grey with alpha, over black',
      'grayAlpha',
      8,
      [200, 255, 200, 128, 200, 0],
      [200, 200, 200, 100, 100, 100, 0, 0, 0],
    ],
    ['opaque RGBA', 'rgba', 8, [1, 2, 3, 255, 4, 5, 6, 255], [1, 2, 3, 4, 5, 6]],
    ['RGBA with alpha, over black', 'rgba', 8, [10, 20, 30, 255, 10, 20, 30, 51], [10, 20, 30, 2, 4, 6]],
    [
      '16-bit RGBA, over black',
      'rgba',
      16,
      [65_535, 32_896, 0, 65_535, 65_535, 0, 257, 0],
      [255, 128, 0, 0, 0, 0],
    ],
  ] as const)('turns %s into 8-bit RGB', (_, kind, bits, samples, expected) => {
    const width = expected.length / 3;
    const { data } = pixels(decodeImage(encodePng({ width, height: 1, kind, bits, samples })));
    expect([...data]).toEqual([...expected]);
  });

  it('looks colours up in a palette', () => {
    const chunks = [['PLTE', Uint8Array.of(9, 8, 7, 200, 100, 50)]] as const;
    const png = encodePng({ width: 3, height: 1, kind: 'palette', bits: 8, samples: [1, 0, 1], chunks });
    expect([...pixels(decodeImage(png)).data]).toEqual([200, 100, 50, 9, 8, 7, 200, 100, 50]);
  });

  /** A 3x2 picture with pixels 1 to 6, as displayed for each orientation (EXIF 2.32, figure of tag 0x0112). */
  it.each([
    [1, 3, [1, 2, 3, 4, 5, 6]],
    [2, 3, [3, 2, 1, 6, 5, 4]],
    [3, 3, [6, 5, 4, 3, 2, 1]],
    [4, 3, [4, 5, 6, 1, 2, 3]],
    [5, 2, [1, 4, 2, 5, 3, 6]],
    [6, 2, [4, 1, 5, 2, 6, 3]],
    [7, 2, [6, 3, 5, 2, 4, 1]],
    [8, 2, [3, 6, 2, 5, 1, 4]],
  ])('applies orientation %i', (orientation, width, expected) => {
    const samples = [1, 2, 3, 4, 5, 6].flatMap((value) => [value, 0, 0]);
    const chunks = [['eXIf', tiffBlock(orientation)]] as const;
    const image = pixels(
      decodeImage(encodePng({ width: 3, height: 2, kind: 'rgb', bits: 8, samples, chunks })),
    );
    expect([image.width, image.height]).toEqual([width, 6 / width]);
    expect([...image.data].filter((_, at) => at % 3 === 0)).toEqual(expected);
  });

  it('turns a JPEG upright exactly once', () => {
    const upright = pixels(decodeImage(JPEG));
    const turned = pixels(decodeImage(withExif(JPEG, tiffBlock(6))));
    expect([turned.width, turned.height]).toEqual([upright.height, upright.width]);
    const bottomLeft = (upright.height - 1) * upright.width * 3;
    expect([...turned.data.subarray(0, 3)]).toEqual([...upright.data.subarray(bottomLeft, bottomLeft + 3)]);
  });

  it.each([
    ['PNG', PNG],
    ['JPEG', JPEG],
    ['WebP', WEBP],
    ['lossless WebP', WEBP_LOSSLESS],
  ])('never passes off a truncated %s as a whole one', (_, bytes) => {
    const whole = decodeImage(bytes);
    for (let length = 20; length < bytes.length; length += 97) {
      const part = decodeImage(bytes.subarray(0, length));
      expect(part.ok ? part : part.cause).toEqual(part.ok ? whole : 'corrupt');
    }
    for (const missing of [1, 2, 16, 100]) {
      const part = decodeImage(bytes.subarray(0, bytes.length - missing));
      expect(part.ok ? part : part.cause).toEqual(part.ok ? whole : 'corrupt');
    }
  });

  it('does not take the end of an embedded thumbnail for the end of a truncated JPEG', () => {
    const withThumbnail = withExif(
      JPEG,
      Buffer.concat([tiffBlock(1), JPEG.subarray(0, 400), Buffer.from([0xff, 0xd9])]),
    );
    expect(decodeImage(withThumbnail).ok).toBe(true);
    expect(decodeImage(withThumbnail.subarray(0, withThumbnail.length - 500))).toEqual({
      ok: false,
      cause: 'corrupt',
    });
  });

  it('takes bytes behind the end of a JPEG for what they are', () => {
    expect(decodeImage(Buffer.concat([JPEG, Buffer.alloc(64)])).ok).toBe(true);
  });

  it('refuses a bomb by its header, before it decodes', () => {
    const bomb = Buffer.from(encodePng({ width: 1, height: 1, kind: 'gray', bits: 8, samples: [0] }));
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    expect(decodeImage(bomb)).toEqual({ ok: false, cause: 'too-many-pixels' });
  });

  it('refuses a side or an area over its limit and nothing at the limit', () => {
    const decode = (sidePixelsMax: number, pixelsMax: number) =>
      decodeImage(PNG, { sidePixelsMax, pixelsMax });
    expect(decode(160, 160 * 120).ok).toBe(true);
    expect(decode(159, 1e9)).toEqual({ ok: false, cause: 'too-many-pixels' });
    expect(decode(1e9, 160 * 120 - 1)).toEqual({ ok: false, cause: 'too-many-pixels' });
  });

  it('tells what is no image from a damaged one', () => {
    expect(decodeImage(Buffer.from('GIF89a and more'))).toEqual({ ok: false, cause: 'unknown-format' });
    expect(decodeImage(new Uint8Array())).toEqual({ ok: false, cause: 'unknown-format' });
    expect(decodeImage(PNG.subarray(0, 12))).toEqual({ ok: false, cause: 'corrupt' });
    const damaged = Buffer.from(PNG);
    damaged.fill(0xaa, 60, 90);
    expect(decodeImage(damaged)).toEqual({ ok: false, cause: 'corrupt' });
  });
});

function pixels(result: DecodeResult): Raster {
  if (!result.ok) throw new Error(result.cause);
  return result.image;
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rgbOfI420 } from './i420.ts';

/** A picture of one colour. */
function plain(width: number, height: number, [y, u, v]: readonly [number, number, number]) {
  const chroma = Math.ceil(width / 2) * Math.ceil(height / 2);
  const data = new Uint8Array(width * height + 2 * chroma).fill(y);
  data.fill(u, width * height, width * height + chroma);
  data.fill(v, width * height + chroma);
  return { width, height, data };
}

describe('rgbOfI420', () => {
  // ITU-R BT.601, limited range: the corners of the RGB cube.
  it.each([
    ['black', [16, 128, 128], [0, 0, 0]],
    ['white', [235, 128, 128], [255, 255, 255]],
    ['red', [81, 90, 240], [255, 0, 0]],
    ['green', [145, 54, 34], [0, 255, 0]],
    ['blue', [41, 240, 110], [0, 0, 255]],
  ] as const)('gives %s', (_, yuv, rgb) => {
    const { data } = rgbOfI420(plain(2, 2, yuv));
    for (let at = 0; at < data.length; at++) expect(Math.abs(data[at]! - rgb[at % 3]!)).toBeLessThan(3);
  });

  it('takes each chroma sample for its own four pixels, also at odd sizes', () => {
    const picture = plain(3, 3, [81, 90, 240]);
    // The last chroma sample of each plane belongs to the one pixel in the corner: blue.
    picture.data.set([41], 8);
    picture.data.set([240], 9 + 3);
    picture.data.set([110], 9 + 4 + 3);
    const { data } = rgbOfI420(picture);
    expect(data[0]).toBeGreaterThan(250);
    expect([...data.subarray(24)]).toEqual([
      expect.closeTo(0, -1),
      expect.closeTo(0, -1),
      expect.closeTo(255, -1),
    ]);
  });

  it('saturates and keeps the size whatever the bytes are', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.nat(255)), ([width, height], bytes) => {
        const { data } = plain(width, height, [0, 0, 0]);
        for (let at = 0; at < data.length; at++) data[at] = bytes.next().value ?? 0;
        expect(rgbOfI420({ width, height, data }).data).toHaveLength(width * height * 3);
      }),
    );
  });

  it('refuses planes that do not fill the size', () => {
    expect(() => rgbOfI420({ width: 4, height: 4, data: new Uint8Array(23) })).toThrow(RangeError);
    expect(() => rgbOfI420({ width: 0, height: 0, data: new Uint8Array(0) })).toThrow(RangeError);
  });
});

import { describe, expect, it } from 'vitest';
import { readOrientation } from './exif.ts';
import { tiffBlock } from './testing/exif-block.ts';

describe('EXIF orientation', () => {
  it('is read in both byte orders, with and without the prefix', () => {
    expect(readOrientation(tiffBlock(6, 'MM'))).toBe(6);
    expect(readOrientation(tiffBlock(8, 'II'))).toBe(8);
    expect(readOrientation(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffBlock(3)]))).toBe(3);
  });

  it('is upright when the value is out of range or of another type', () => {
    expect(readOrientation(tiffBlock(0))).toBe(1);
    expect(readOrientation(tiffBlock(9))).toBe(1);
    const ofTypeLong = tiffBlock(6);
    ofTypeLong.writeUInt16BE(4, 24);
    expect(readOrientation(ofTypeLong)).toBe(1);
  });

  it('is upright for a block cut anywhere before the value, and never throws', () => {
    const block = tiffBlock(6);
    for (let length = 0; length < 34; length++) expect(readOrientation(block.subarray(0, length))).toBe(1);
  });

  it('is upright when the directory lies beyond the block', () => {
    const block = tiffBlock(6);
    block.writeUInt32BE(0xffff_fff0, 4);
    expect(readOrientation(block)).toBe(1);
  });
});

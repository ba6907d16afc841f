import { describe, expect, it } from 'vitest';
import { MalformedNut, NutCursor } from './cursor.ts';
import { readFrameHeader } from './frame-header.ts';
import { type FrameCode, invalidCodeFlag, type MainHeader, type StreamHeader } from './headers.ts';

const plain: FrameCode = {
  flags: 0,
  ptsDelta: 5,
  sizeFactor: 1,
  sizeRest: 6,
  reservedCount: 0,
  elidedHeader: 0,
};
const stream: StreamHeader = { timeBaseIndex: 0, ptsLowBits: 7, width: 2, height: 1 };
const start = Uint8Array.of(0, 0, 1);

function read(code: Partial<FrameCode>, fields: number[] = [], lastTicks = 1_000) {
  const main: MainHeader = {
    timeBases: [{ numerator: 1, denominator: 1 }],
    frameCodes: [{ ...plain, ...code }],
    elidedHeaders: [new Uint8Array(0), start],
  };
  const cursor = new NutCursor(Uint8Array.from([0, ...fields]));
  return { ...readFrameHeader(cursor, main, stream, lastTicks), read: cursor.position - 1 };
}

describe('a frame header', () => {
  it('without fields takes everything from its code', () => {
    expect(read({})).toEqual({ ticks: 1_005, size: 6, elided: new Uint8Array(0), read: 0 });
  });

  it.each([
    [1_000, 1_000 % 128, 1_000],
    [1_000, 1_063 % 128, 1_063],
    [1_000, 1_064 % 128, 1_064],
    [1_000, 937 % 128, 937],
    [0, 1, 1],
  ])('after tick %i takes the low bits %i for the nearest time, %i', (last, lowBits, ticks) => {
    expect(read({ flags: 0x8 }, [lowBits], last).ticks).toBe(ticks);
  });

  it('takes a time with more than the low bits as it is', () => {
    expect(read({ flags: 0x8 }, [0x81, 0x80 | 1, 3]).ticks).toBe(128 * 128 + 128 + 3 - 128);
  });

  it('adds the coded part of the size', () => {
    expect(read({ flags: 0x20, sizeFactor: 10 }, [7]).size).toBe(76);
  });

  it('skips what does not matter: stream, match time, reserved fields, checksum', () => {
    expect(read({ flags: 0x10 | 0x800 | 0x80 | 0x40 }, [0, 2, 2, 9, 9, 1, 2, 3, 4]).read).toBe(9);
  });

  it('flips the flags that it codes itself', () => {
    expect(read({ flags: 0x1000 | 0x8 }, [0x8 | 0x20, 3])).toMatchObject({ ticks: 1_005, size: 9 });
  });

  it('names the beginning that small frames leave out, and only small ones', () => {
    expect(read({ elidedHeader: 1 }).elided).toEqual(start);
    expect(read({ flags: 0x400 }, [1]).elided).toEqual(start);
    expect(read({ elidedHeader: 1, sizeRest: 4_097 }).elided).toHaveLength(0);
  });

  it.each([
    ['a code that stands for nothing', { flags: invalidCodeFlag }, []],
    ['side data', { flags: 0x100 }, []],
    ['an unknown elided header', { flags: 0x400 }, [2]],
    ['a frame shorter than what it leaves out', { elidedHeader: 1, sizeRest: 2 }, []],
    ['a missing field', { flags: 0x8 }, []],
  ])('with %s is refused', (_what, code, fields) => {
    expect(() => read(code, fields)).toThrow(MalformedNut);
  });
});

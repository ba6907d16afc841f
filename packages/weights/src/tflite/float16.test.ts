import { expect, it } from 'vitest';
import { widenFloat16 } from './float16.ts';

it.each([
  ['one', 0x3c00, 1],
  ['a negative number', 0xc000, -2],
  ['the largest number', 0x7bff, 65504],
  ['the smallest normal number', 0x0400, 2 ** -14],
  ['the smallest number', 0x0001, 2 ** -24],
  ['negative zero', 0x8000, -0],
  ['infinity', 0xfc00, Number.NEGATIVE_INFINITY],
  ['not a number', 0x7e00, Number.NaN],
])('widens %s', (_, bits, expected) => {
  expect(widenFloat16(Uint8Array.of(bits & 0xff, bits >> 8))[0]).toBe(expected);
});

it('widens from an odd position of a buffer', () => {
  const bytes = Uint8Array.of(0xff, 0x00, 0x3c, 0x00, 0x40).subarray(1);
  expect(widenFloat16(bytes)).toEqual(Float32Array.of(1, 2));
});

import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeBase62, randomBase62 } from './base62.ts';
import { generateKey, hashKey } from './key-format.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function decodeBase62(text: string): number {
  return Array.from(text).reduce((value, letter) => value * 62 + DIGITS.indexOf(letter), 0);
}

describe('generateKey', () => {
  it.each([
    ['api', /^sk-[0-9A-Za-z]{36}$/],
    ['bot', /^sk-bot-[0-9A-Za-z]{36}$/],
  ] as const)('makes a recognisable %s key', (kind, pattern) => {
    expect(generateKey(kind)).toMatch(pattern);
  });

  it('ends in the CRC-32 of what comes before it', () => {
    const key = generateKey('api');
    expect(decodeBase62(key.slice(-6))).toBe(crc32(key.slice(0, -6)));
  });

  it('never makes the same key twice', () => {
    const keys = Array.from({ length: 1000 }, () => generateKey('api'));
    expect(new Set(keys).size).toBe(1000);
  });
});

describe('hashKey', () => {
  it('is SHA-256 in hex', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('randomBase62', () => {
  it('skips bytes that would favour some letters', () => {
    const draws = [Uint8Array.of(255, 248, 0), Uint8Array.of(247, 61)];
    expect(randomBase62(3, () => draws.shift() ?? new Uint8Array())).toBe('0zz');
  });
});

describe('encodeBase62', () => {
  it.each([
    [0, '000000'],
    [61, '00000z'],
    [62, '000010'],
    [0xffffffff, '4gfFC3'],
  ])('writes %s as %s', (value, text) => {
    expect(encodeBase62(value, 6)).toBe(text);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64Image } from './base64-image.ts';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

function bytesOf(text: string, bytesMax = NO_LIMIT): number[] | string {
  const image = decodeBase64Image(text, bytesMax);
  return image.kind === 'bytes' ? [...image.bytes] : image.kind;
}

describe('decodeBase64Image', () => {
  it.each([
    ['YWJj', [97, 98, 99]],
    ['YWI=', [97, 98]],
    ['YQ==', [97]],
    ['YQ', [97]],
    ['-_-_', [251, 255, 191]],
    ['data:image/png;base64,YWJj', [97, 98, 99]],
    ['data:image/webp;charset=utf-8;base64,YQ==', [97]],
  ])('takes %s', (text, bytes) => {
    expect(bytesOf(text)).toEqual(bytes);
  });

  it.each([
    '',
    '=',
    '====',
    'Y',
    'YWJjY',
    'YQ=',
    'YQ===',
    'YQ==YQ==',
    ' YWJj',
    'YW Jj',
    'YWJj\n',
    'YWJ!',
    'YWJé',
    'data:image/png;base64,',
    'data:image/png,YWJj',
    'data:YWJj',
  ])('refuses %j', (text) => {
    expect(bytesOf(text)).toBe('invalid');
  });

  it('refuses more bytes than allowed, and takes exactly as many', () => {
    expect(bytesOf('YWJj', 2)).toBe('too-large');
    expect(bytesOf('YWJj', 3)).toEqual([97, 98, 99]);
  });

  it('gives back every byte string that was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 5000 }), (bytes) => {
        expect(bytesOf(Buffer.from(bytes).toString('base64'))).toEqual([...bytes]);
      }),
    );
  });

  it('notices foreign letters anywhere', () => {
    const foreign = fc.constantFrom(' ', '\n', '!', '%', '.', 'é', '😀', '\0');
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 3, maxLength: 50 }),
        fc.array(foreign, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        (bytes, letters, where) => {
          const text = Buffer.from(bytes).toString('base64').replaceAll('=', '');
          const at = where % (text.length + 1);
          expect(bytesOf(text.slice(0, at) + letters.join('') + text.slice(at))).toBe('invalid');
        },
      ),
    );
  });
});

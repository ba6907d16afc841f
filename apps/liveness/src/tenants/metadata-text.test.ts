import { describe, expect, it } from 'vitest';
import { readMetadata } from './metadata-text.ts';

const invalid = expect.objectContaining({ code: 'invalid_metadata' });

describe('readMetadata', () => {
  it('reads an object, also one that the form parser has read', () => {
    expect(readMetadata('{"a": [1, {"b": null}]}')).toEqual({ a: [1, { b: null }] });
    expect(readMetadata({ a: 1 })).toEqual({ a: 1 });
  });

  it.each([undefined, '', '  '])('takes %j for none', (value) => {
    expect(readMetadata(value)).toBeNull();
  });

  it.each(['{', '[]', '"text"', '1', 'null', 'true', '[{}]', null, 7, [{}]])('refuses %j', (value) => {
    expect(() => readMetadata(value)).toThrow(invalid);
  });

  it('takes 65536 characters of JSON and not one more', () => {
    const of = (length: number) => JSON.stringify({ a: 'x'.repeat(length - '{"a":""}'.length) });
    expect(readMetadata(of(65_536))).toHaveProperty('a');
    expect(() => readMetadata(of(65_537))).toThrow(invalid);
  });
});

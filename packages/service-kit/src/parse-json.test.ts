import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('parsing JSON', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
        (value) => {
          expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
    );
  });

  it.each([
    ['plain', '{"a":{"__proto__":{"admin":true},"b":1}}'],
    ['in an array', '{"a":[[{"__proto__":{"admin":true},"b":1}]]}'],
    ['written with escapes', '{"a":{"\\u005f_proto__":{"admin":true},"b":1}}'],
    ['not an object', '{"a":{"__proto__":1,"b":1}}'],
  ])('drops a key that is the prototype, %s', (_name, text) => {
    expect(JSON.stringify(parse(text))).not.toMatch(/admin|proto/);
    expect(JSON.stringify(parse(text))).toContain('"b":1');
  });

  it('accepts a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it.each(['', '{', '{"a":}', "{'a':1}", 'undefined', '{"a":1}x', '\u0000'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(JsonSyntaxError);
  });

  it('quotes nothing of what it refuses', () => {
    expect(() => parse('{"token": my-secret}')).toThrow(/^The body is not valid JSON/);
    expect(() => parse('{"token": my-secret}')).not.toThrow(/secret/);
  });

  it('refuses nesting that would exhaust a recursive schema', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

    expect(parse(nested(64))).toBeDefined();
    expect(() => parse(nested(65))).toThrow('nested deeper than 64 levels');
    expect(() => parse(nested(100_000))).toThrow('nested deeper than 64 levels');
  });
});

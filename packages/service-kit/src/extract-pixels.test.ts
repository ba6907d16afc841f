import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAndExtract } from './extract-pixels.ts';
import { restoreLongStrings } from './long-strings.ts';
import { JsonSyntaxError, parseJson } from './parse-json.ts';

const long = (letter: string) => letter.repeat(16 * 1024);
const bytesOf = (text: string) => Buffer.from(new TextEncoder().encode(text).slice().buffer);
const parsed = (text: string) => restoreLongStrings(parseAndExtract(bytesOf(text)));
const plain = (text: string) => parseJson(Buffer.from(text));

describe('parsing a body of pictures', () => {
  it('gives what parsing it whole gives, without making strings of the pictures', async () => {
    const frames = [0, 1, 2].map((index) => ({ pixels: long(`${index}`), index, note: 'é🙂 "\\' }));
    const text = JSON.stringify({ session_id: 'x', frames, frame: { pixels: long('e') } });
    const { places, root } = parseAndExtract(bytesOf(text));
    expect(places).toHaveLength(4);
    expect(JSON.stringify(root).length).toBeLessThan(1_000);
    expect(await parsed(text)).toEqual(plain(text));
  });

  it.each([
    ['space around the colon', `{ "pixels" :\n\t"${long('a')}" }`],
    ['the key as a value', `{"a":"pixels","b":"${long('a')}"}`],
    ['the key in an array', `["pixels","${long('a')}"]`],
    ['another key that ends alike', `{"my\\"pixels":"${long('a')}","pixels":"${long('b')}"}`],
    ['an escaped key', `{"pixel\\u0073":"${long('a')}"}`],
    ['escapes in a picture', `{"pixels":"${long('a\\/')}"}`],
    ['escaped quotes and backslashes', `{"a":"\\\\\\"","pixels":"${long('a')}","b":"\\\\"}`],
    ['letters beyond ASCII', `{"pixels":"${long('é')}"}`],
    ['a key twice', `{"pixels":"${long('a')}","pixels":"${long('b')}"}`],
    ['a key twice, short at last', `{"pixels":"${long('a')}","pixels":"b"}`],
    ['a prototype', `{"__proto__":{"pixels":"${long('a')}"},"pixels":"${long('b')}"}`],
    ['a byte order mark', `\uFEFF{"pixels":"${long('a')}"}`],
    ['a long text besides', `{"note":"${long('n')}","pixels":"${long('a')}"}`],
    ['no picture at all', '{"n":1}'],
  ])('is right with %s', async (_, text) => {
    expect(await parsed(text)).toEqual(plain(text));
  });

  it.each([
    ['ends in a picture', `{"pixels":"${long('a')}`],
    ['lacks its end', `{"pixels":"${long('a')}"`],
    ['has two values', `{"pixels":"${long('a')}" "b"}`],
    ['has no colon', `{"pixels" "${long('a')}"}`],
    ['has an escape at its end', `{"pixels":"${long('a')}\\"}`],
  ])('refuses one that %s, as parsing it whole does', (_, text) => {
    const whole = () => plain(text);
    const cut = () => parseAndExtract(bytesOf(text));
    expect(cut).toThrow(JsonSyntaxError);
    const messageOf = (run: () => unknown) => {
      try {
        return run();
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf(cut)).toBe(messageOf(whole));
  });

  it('is right with any JSON value in which pictures lie anywhere', async () => {
    const picture = fc.base64String({ minLength: 4 }).map((unit) => unit.repeat(5_000));
    const frame = fc.record({ pixels: fc.oneof(picture, fc.string()), other: fc.jsonValue() });
    const value = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), frame, fc.array(frame)));
    await fc.assert(
      fc.asyncProperty(value, async (fields) => {
        const text = JSON.stringify(fields);
        expect(await parsed(text)).toEqual(plain(text));
      }),
      { numRuns: 100 },
    );
  });
});

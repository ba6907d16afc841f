import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractLongStrings, restoreLongStrings } from './long-strings.ts';
import { parseJson } from './parse-json.ts';

const long = (letter: string) => letter.repeat(16 * 1024);

describe('long strings', () => {
  it('come back to their places', async () => {
    const value = () => ({
      frames: [{ pixels: long('a') }, { pixels: long('b'), landmarks: [[0, 1]] }],
      short: 'c',
      'a.b/c': { '': long('d') },
      none: null,
    });

    expect(await restoreLongStrings(extractLongStrings(value()))).toEqual(value());
  });

  it('come back when the whole value is one', async () => {
    expect(await restoreLongStrings(extractLongStrings(long('a')))).toBe(long('a'));
  });

  it('leave only the bytes they have', () => {
    const { root, bytes, places } = extractLongStrings({ pixels: long('a'), note: 'x' });

    expect(root.value).toEqual({ pixels: '', note: 'x' });
    expect(bytes.byteLength).toBe(16 * 1024);
    expect(places).toEqual([{ path: ['value', 'pixels'], start: 0, byteLength: 16 * 1024 }]);
  });

  it('stay where they are when a byte cannot hold their characters', async () => {
    const value = { text: long('é'), emoji: long('🙂') };
    const extracted = extractLongStrings(structuredClone(value));

    expect(extracted.places).toEqual([]);
    expect(await restoreLongStrings(extracted)).toEqual(value);
  });

  it('survive in any JSON value', async () => {
    const text = fc.string({ unit: 'binary-ascii', minLength: 4 }).map((unit) => unit.repeat(5_000));
    const value = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), text, fc.array(text)));

    await fc.assert(
      fc.asyncProperty(value, async (fields) => {
        const plain = parseJson(Buffer.from(JSON.stringify(fields)));

        expect(await restoreLongStrings(extractLongStrings(structuredClone(plain)))).toEqual(plain);
      }),
      { numRuns: 30 },
    );
  });
});

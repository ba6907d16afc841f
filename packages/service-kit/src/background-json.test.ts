import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type BackgroundJson, createBackgroundJson } from './background-json.ts';
import { JsonSyntaxError } from './parse-json.ts';

let background: BackgroundJson;

afterEach(() => background.close());

const chunksOf = (text: string) => [Buffer.from(text)];

describe('parsing in the background', () => {
  it('gives each caller its own value', async () => {
    background = createBackgroundJson();
    const values = await Promise.all([1, 2, 3].map((n) => background.parse(chunksOf(`{"n":${n}}`))));

    expect(values).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('puts the chunks of a body together, also in the middle of a character', async () => {
    background = createBackgroundJson();
    const bytes = Buffer.from('{"text":"é🙂"}');
    const chunks = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));

    expect(await background.parse(chunks)).toEqual({ text: 'é🙂' });
  });

  it('hashes the bytes as they came when asked to', async () => {
    background = createBackgroundJson();
    const text = '{ "text":  "é" }';
    expect(
      await background.parseAndHash([Buffer.from(text.slice(0, 5)), Buffer.from(text.slice(5))]),
    ).toEqual({
      value: { text: 'é' },
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  });

  it('leaves memory alone that a chunk shares with others', async () => {
    background = createBackgroundJson();
    const shared = Buffer.from('{"n":1}{"n":2}');

    expect(await background.parse([shared.subarray(0, 7)])).toEqual({ n: 1 });
    expect(await background.parse([shared.subarray(7)])).toEqual({ n: 2 });
  });

  it('refuses text that is no JSON and goes on', async () => {
    background = createBackgroundJson();

    await expect(background.parse(chunksOf('{'))).rejects.toThrow(JsonSyntaxError);
    expect(await background.parse(chunksOf('{}'))).toEqual({});
  });

  it('fails what it was doing when its thread ends, and starts another for the next body', async () => {
    background = createBackgroundJson();
    const interrupted = background.parse(chunksOf(`"${'x'.repeat(5_000_000)}"`));
    const [outcome] = await Promise.allSettled([interrupted, background.close()]);

    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The JSON thread ended' } });
    expect(await background.parse(chunksOf('{}'))).toEqual({});
  });
});

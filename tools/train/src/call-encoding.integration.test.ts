import { drawPortrait, placeOn } from '@vivant/engine/testing/drawn-portrait';
import { createVideoReader } from '@vivant/evaluate/read-video';
import { expect, it } from 'vitest';
import { createCallEncoder } from './call-encoding.ts';

const readVideo = createVideoReader({ ffmpegPath: undefined, signal: new AbortController().signal });
const encodeCall = createCallEncoder(undefined, readVideo);
// An odd size: the call has only even ones.
const PICTURES = Array.from({ length: 12 }, (_, at) => placeOn(201, 151, drawPortrait(140), 20 + at, 0));

it('gives every picture back, in order, worn by the line', async () => {
  const received = await encodeCall(PICTURES, 500);
  expect(received.map(({ width, height }) => [width, height])).toEqual(PICTURES.map(() => [200, 150]));
  const errors = PICTURES.map(({ data, width }) => difference(received.at(-1)!, { data, width }));
  expect(errors.indexOf(Math.min(...errors))).toBe(11);
  expect(errors[11]).toBeGreaterThan(0);
});

it('gives the same pictures each time, and worse ones over a thinner line', async () => {
  const [once, again, thin] = await Promise.all([500, 500, 20].map((kbits) => encodeCall(PICTURES, kbits)));
  expect(again).toEqual(once);
  expect(difference(thin!.at(-1)!, PICTURES.at(-1)!)).toBeGreaterThan(
    difference(once!.at(-1)!, PICTURES.at(-1)!),
  );
});

it('has nothing to send of an empty capture', async () => {
  expect(await encodeCall([], 150)).toEqual([]);
});

it('says so when ffmpeg is not there', async () => {
  await expect(createCallEncoder('/nowhere/ffmpeg', readVideo)(PICTURES, 150)).rejects.toThrow(
    'does not start',
  );
});

/** Mean difference of the levels that both have. */
function difference(
  a: { data: Uint8Array; width: number; height: number },
  b: { data: Uint8Array; width: number },
): number {
  let sum = 0;
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width * 3; x++) {
      sum += Math.abs(a.data[y * a.width * 3 + x]! - b.data[y * b.width * 3 + x]!);
    }
  }
  return sum / (a.width * a.height * 3);
}

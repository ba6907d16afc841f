import { expect, it } from 'vitest';
import { decodeFrames } from './decode-frames.ts';

const frame = (index: number, pixels = 'YWJj') => ({ index, timestamp_ms: index * 40, pixels });

it('sorts frames by index and keeps their times', async () => {
  const decoded = await decodeFrames([frame(2), frame(0), frame(1)], 100);
  expect(decoded.map(({ index, timestampMs }) => [index, timestampMs])).toEqual([
    [0, 0],
    [1, 40],
    [2, 80],
  ]);
});

it('names the frame that is no base64 and the one that is too large', async () => {
  await expect(decodeFrames([frame(0), frame(7, '?')], 100)).rejects.toMatchObject({
    code: 'validation_error',
    message: expect.stringContaining('Frame 7'),
  });
  await expect(decodeFrames([frame(0), frame(7, 'YWJjYWJj')], 5)).rejects.toMatchObject({
    code: 'payload_too_large',
    message: expect.stringContaining('Frame 7'),
  });
});

it('lets others run between the parts of a large capture', async () => {
  const pixels = 'A'.repeat(1_000_000);
  let turns = 0;
  let done = false;
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await decodeFrames(
    Array.from({ length: 20 }, (_, index) => frame(index, pixels)),
    1_000_000,
  );
  done = true;
  expect(turns).toBeGreaterThanOrEqual(4);
});

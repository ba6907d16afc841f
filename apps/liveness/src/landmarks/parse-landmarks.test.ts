import { expect, it } from 'vitest';
import { parseLandmarks } from './parse-landmarks.ts';

const mesh = (count: number) => Array.from({ length: count }, (_, at) => [at / 1000, 0.5, -0.25]);
const field = 'frames[3].landmarks';

it('reads arrays and objects alike', () => {
  const objects = mesh(468).map(([x, y, z]) => ({ x, y, z, visibility: 1 }));
  expect(parseLandmarks(objects, field)).toEqual(parseLandmarks(mesh(468), field));
  const values = parseLandmarks(mesh(468), field);
  expect(values).toHaveLength(468 * 3);
  expect([...(values?.subarray(0, 6) ?? [])]).toEqual([0, 0.5, -0.25, Math.fround(0.001), 0.5, -0.25]);
});

it.each([null, [], mesh(467)])('finds no face in too few points', (landmarks) => {
  expect(parseLandmarks(landmarks, field)).toBeNull();
});

it('keeps the points the engine knows', () => {
  expect(parseLandmarks(mesh(600), field)).toHaveLength(478 * 3);
});

it.each([
  ['two numbers', [0, 0]],
  ['four numbers', [0, 0, 0, 0]],
  ['text', ['0', 0, 0]],
  ['a hole', [null, 0, 0]],
  ['an object without z', { x: 0, y: 0 }],
  ['no point', 7],
  ['null', null],
  ['pixels', [320, 240, 0]],
])('names a point that is %s, even where points are too few', (_, point) => {
  for (const landmarks of [[[0, 0, 0], point], mesh(500).with(1, point as never)]) {
    expect(() => parseLandmarks(landmarks, field)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        message: expect.stringContaining('frames[3].landmarks[1]'),
      }),
    );
  }
});

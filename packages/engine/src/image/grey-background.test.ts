import { expect, it } from 'vitest';
import { greyBackground } from './grey-background.ts';

const WHITE = { width: 4, height: 2, data: new Uint8Array(24).fill(250) };

const NOTHING = { x: 0, y: 0, width: 0, height: 0 };

function levels(probability: readonly number[], kept = NOTHING): number[] {
  const mask = { side: 2, probability: Float32Array.from(probability) };
  const { data } = greyBackground(WHITE, mask, kept);
  return [...data].filter((_, at) => at % 3 === 0);
}

it('keeps people and greys the rest', () => {
  expect(levels([1, 1, 1, 1])).toEqual(Array.from({ length: 8 }, () => 250));
  expect(levels([0, 0, 0, 0])).toEqual(Array.from({ length: 8 }, () => 128));
});

it('fades between the cells of the mask, each stretched over its part of the picture', () => {
  const [left = 0, middleLeft = 0, middleRight = 0, right = 0] = levels([0, 1, 0, 1]);
  expect([left, right]).toEqual([128, 250]);
  expect(middleLeft).toBeCloseTo(128 + 122 / 4, -0.5);
  expect(middleRight).toBeCloseTo(128 + (122 * 3) / 4, -0.5);
});

it('leaves what is kept as it is', () => {
  expect(levels([0, 0, 0, 0], { x: 1, y: 1, width: 2, height: 1 })).toEqual([
    128, 128, 128, 128, 128, 250, 250, 128,
  ]);
});

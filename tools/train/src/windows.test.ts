import { expect, it } from 'vitest';
import { windowsOf } from './windows.ts';

const frames = (indexes: readonly number[]) => indexes.map((index) => ({ index }));

it('cuts a capture by frame number, whatever the order, and drops windows in which the engine would not see enough', () => {
  const windows = windowsOf(frames([9, 0, 1, 2, 3, 4, 5, 6, 12, 13]), 10);
  expect([...windows]).toEqual([[0, frames([0, 1, 2, 3, 4, 5, 6, 9])]]);
});

it('counts the frames that lie between those it is given', () => {
  expect(windowsOf(frames([0, 3, 6, 9]), 10, 3).size).toBe(1);
  expect(windowsOf(frames([0, 3]), 10, 3).size).toBe(0);
});
